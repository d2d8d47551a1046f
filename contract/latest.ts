/** A map that forgets what was used least recently. */
export class Latest<Value> extends Map<string, Value> {
  readonly #most: number;

  /** @param most the most entries */
  constructor(most: number) {
    super();
    this.#most = most;
  }

  use(key: string, make: () => Value): Value {
    const value = this.get(key) ?? make();
    this.delete(key);
    this.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.#most && oldest !== undefined) this.delete(oldest);
    return value;
  }
}
