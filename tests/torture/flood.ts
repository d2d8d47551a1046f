/**
 * Clients send one lead after another and remember
 * the answers, in tests that break the server.
 */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { LEAD } from "../support/leads.ts";
import { sendRequest } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";

/**
 * A client's pause between two leads, so short
 * that some requests are always in progress.
 */
const PAUSE_MS = 10;

export class Flood {
  /** The ids of acknowledged leads, keyed by their idempotency keys. */
  readonly acknowledged = new Map<string, string>();
  /** Keys of leads that may or may not be stored. */
  readonly #unanswered: string[] = [];

  /** @returns a function that stops each client after its answer */
  start(port: number, clients: number): () => Promise<void> {
    const stopping = new AbortController();
    const running = Array.from({ length: clients }, async () => {
      while (!stopping.signal.aborted) {
        await this.#insert(port, this.#unanswered.pop() ?? randomUUID());
        await sleep(PAUSE_MS);
      }
    });
    return async () => {
      stopping.abort();
      await Promise.all(running);
    };
  }

  async reach(more: number): Promise<void> {
    const enough = this.acknowledged.size + more;
    await vi.waitUntil(() => this.acknowledged.size >= enough, {
      timeout: 200_000,
      interval: 1,
    });
  }

  /** Repeats the requests without an answer. All of them must be stored. */
  async sendUnanswered(port: number): Promise<void> {
    for (const key of this.#unanswered.splice(0)) await this.#insert(port, key);
    expect(this.#unanswered).toEqual([]);
  }

  /** @param stored the ids and names of all leads of the store */
  expectStored(stored: readonly Record<string, unknown>[]): void {
    expect(stored).toHaveLength(this.acknowledged.size);
    const ids = new Map(stored.map(({ id, name }) => [name, id]));
    expect(ids).toEqual(this.acknowledged);
  }

  async #insert(port: number, key: string): Promise<void> {
    const request = post({ ...LEAD, name: key }, { "idempotency-key": key });
    const answer = await sendRequest(port, request).catch(() => undefined);
    if (answer?.status === 201)
      this.acknowledged.set(key, JSON.parse(answer.body).id);
    else {
      // The connection broke, or the store is unavailable.
      expect([undefined, 503]).toContain(answer?.status);
      this.#unanswered.push(key);
    }
  }
}
