/** Time that others on the machine do not lengthen. IO. */

/** Reads milliseconds of processor time that this process has used since the call. */
export function cpuWatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
