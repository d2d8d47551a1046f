/** A wait that can be cut short. A call that comes while nobody waits is not lost: the next wait is over at once. */

export function createWakeUp() {
  let called = false;
  const waiting = new Set<() => void>();
  return {
    wake(): void {
      called = waiting.size === 0;
      for (const end of waiting) end();
    },

    /**
     * @param ms at most this long
     * @param underWay what also ends the wait, as soon as one of it is done
     */
    wait(ms: number, underWay: Iterable<Promise<void>> = []): Promise<void> {
      if (called) {
        called = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        waiting.add(end);
        for (const one of underWay) one.then(end, end);
      });
    },
  };
}
