/** What a benchmarked process tells its parent: its address, and its heap when asked. */

export function answerParent(url: string): void {
  const collect = globalThis.gc;
  process.on("message", () => {
    collect?.();
    process.send?.({ heapUsed: process.memoryUsage().heapUsed });
  });
  process.send?.({ url });
}
