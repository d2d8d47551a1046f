/**
 * Opens a store and, after a fault, opens it again for as long as that takes. Meanwhile the store answers as unavailable
 * and pages are served.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Unavailable } from "./availability.ts";

const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 5_000;
/** An attempt that took longer, as a migration does that copies the store first, is repeated only after a rest. Milliseconds. */
const LONG_MS = 10_000;
const REST_MS = 60_000;
/** How long a start waits for the store before pages are served without it. */
const PATIENCE_MS = 5_000;

/** The message is a sentence for the operator; `reason` names the fault to everybody, without a path or an address. */
export class OpeningError extends Error {
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

interface OpeningParts {
  /** Opens whatever is not open yet. Rejects with the reason when it cannot. */
  open: () => Promise<void>;
  /** Works on the open store before a start goes on. Never rejects. */
  prepare: () => Promise<void>;
  /** Receives a sentence, without anything of a lead, when the store fails and when it is open. */
  onTrouble: (sentence: string) => void;
}

export class Opening {
  /** Why requests are refused; undefined while the store is open. */
  fault: Unavailable | undefined = { kind: "unavailable", reason: "the store is not open" };
  readonly #parts: OpeningParts;
  #timer: NodeJS.Timeout | undefined;
  #delay = FIRST_DELAY_MS;
  #closed = false;
  /** The latest sentence about a fault: the same one is not repeated at each attempt. */
  #said: string | undefined;

  constructor(parts: OpeningParts) {
    this.#parts = parts;
  }

  /** Tries once. @throws why the store cannot be opened. */
  async now(): Promise<void> {
    await this.#parts.open();
    this.fault = undefined;
    this.#delay = FIRST_DELAY_MS;
    if (this.#said !== undefined) this.#parts.onTrouble("The store is open.");
    this.#said = undefined;
    await this.#parts.prepare();
  }

  /** Opens it, now or later. Never rejects; resolves when it is open, or after a moment without it. */
  async soon(): Promise<void> {
    await Promise.race([this.#attempt(), wait(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** What was open is not any more. */
  lost(sentence: string): void {
    if (this.#closed) return;
    this.fault = { kind: "unavailable", reason: "the store is not open" };
    this.#say(sentence);
    this.#later(this.#delay);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #attempt(): Promise<void> {
    const begin = performance.now();
    try {
      await this.now();
    } catch (error) {
      if (this.#closed) return;
      this.fault = { kind: "unavailable", reason: reasonOf(error) };
      this.#say(`The store cannot be opened and is tried again: ${messageOf(error)}`);
      this.#later(performance.now() - begin > LONG_MS ? REST_MS : this.#delay);
    }
  }

  #say(sentence: string): void {
    if (sentence !== this.#said) this.#parts.onTrouble(sentence);
    this.#said = sentence;
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#attempt().catch(() => this.#later(LAST_DELAY_MS));
    }, ms);
    this.#delay = Math.min(this.#delay * 2, LAST_DELAY_MS);
  }
}

/** An error that came from another thread has lost its class, and not its properties. */
function reasonOf(error: unknown): string {
  const known = error instanceof Error && "reason" in error ? error.reason : undefined;
  return typeof known === "string" ? known : "the store cannot be opened, and the log says why";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
