/** Work that waits for its turn. Each kind of work has a queue of its own, in which senders take turns. */

interface QueueLimits {
  /** How many have a turn at once. */
  width: number;
  /** How long one waits. Milliseconds. */
  patience: number;
  /** How many wait, of all senders and of one. */
  most: number;
  mostOfSender?: number;
}

export type Queue = ReturnType<typeof createQueue>;

/** However much one sender asks for, each other sender waits for one turn of it at most. */
export function createQueue({ width, patience, most, mostOfSender = most }: QueueLimits) {
  /** What begins the turns of each sender, the next sender first. */
  const waiting = new Map<string, Set<() => void>>();
  let count = 0;
  let running = 0;

  function next(): (() => void) | undefined {
    const [sender = "", theirs] = waiting.entries().next().value ?? [];
    const [begin] = theirs ?? [];
    if (!theirs || !begin) return undefined;
    remove(sender, begin);
    // Behind all others.
    if (waiting.delete(sender)) waiting.set(sender, theirs);
    return begin;
  }

  function remove(sender: string, begin: () => void): void {
    const theirs = waiting.get(sender);
    theirs?.delete(begin);
    if (theirs?.size === 0) waiting.delete(sender);
    count--;
  }

  const turn: Disposable = {
    [Symbol.dispose]() {
      const begin = next();
      if (begin) begin();
      else running--;
    },
  };

  return {
    /** @returns the turn, which ends when it is disposed; undefined when too many wait, or after too long */
    async turn(sender = ""): Promise<Disposable | undefined> {
      if (running < width) {
        running++;
        return turn;
      }
      const theirs = waiting.get(sender) ?? new Set();
      if (count >= most || theirs.size >= mostOfSender) return undefined;
      const { promise, resolve } = Promise.withResolvers<Disposable | undefined>();
      const timer = setTimeout(() => {
        remove(sender, begin);
        resolve(undefined);
      }, patience);
      const begin = () => {
        clearTimeout(timer);
        resolve(turn);
      };
      waiting.set(sender, theirs.add(begin));
      count++;
      return promise;
    },
  };
}
