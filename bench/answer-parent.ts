/** What a benchmarked process tells its parent: its address, and its heap or its processor time when asked. */

export function answerParent(url: string): void {
  const collect = globalThis.gc;
  process.on("message", (asked) => {
    if (asked === "processor") {
      const { user, system } = process.cpuUsage();
      process.send?.({ processorMicros: user + system });
      return;
    }
    collect?.();
    process.send?.({ heapUsed: process.memoryUsage().heapUsed });
  });
  process.send?.({ url });
}
