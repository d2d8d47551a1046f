/** Clients that sendRequest leads without a pause and remember the answers, for tests that break the server. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { post } from "../wire/wire-request.ts";
import { LEAD } from "./leads.ts";
import { sendRequest } from "./server.ts";

export class Flood {
  /** Acknowledged leads: each client's key, and the id of its lead. */
  readonly acknowledged = new Map<string, string>();
  /** Number of 503 and 429 answers. */
  rejected = 0;
  /** Number of connections that failed before an answer. */
  cut = 0;
  /** Duration of each acknowledged request, in milliseconds. */
  readonly times: number[] = [];
  /** Keys of inserts that may or may not have been stored. */
  readonly #unanswered: string[] = [];

  /** Each client stops when its connection fails, unless `tryAgain`. @param pause milliseconds @returns stops them */
  start(port: number, clients: number, { pause = 0, tryAgain = false } = {}): () => Promise<void> {
    const stopping = new AbortController();
    const running = Array.from({ length: clients }, async () => {
      while (!stopping.signal.aborted) {
        const key = this.#unanswered.pop() ?? randomUUID();
        if (!(await this.#insert(port, key)) && !tryAgain) return;
        if (pause > 0) await sleep(pause);
      }
    });
    return async () => {
      stopping.abort();
      await Promise.all(running);
    };
  }

  async reach(more: number): Promise<void> {
    const enough = this.acknowledged.size + more;
    await vi.waitUntil(() => this.acknowledged.size >= enough, { timeout: 60_000, interval: 1 });
  }

  /** Repeats the requests that were never answered; all of them must be stored. */
  async sendUnanswered(port: number): Promise<void> {
    for (const key of this.#unanswered.splice(0)) await this.#insert(port, key);
    expect(this.#unanswered).toEqual([]);
  }

  /** @param stored the database's ids by the name of the lead */
  expectStored(stored: readonly { id: string; name: string }[]): void {
    const ids = new Map(stored.map(({ id, name }) => [name.slice("Lead ".length), id]));
    expect(ids.size).toBe(stored.length);
    expect(ids).toEqual(this.acknowledged);
  }

  /** @returns whether the connection held */
  async #insert(port: number, key: string): Promise<boolean> {
    const begin = performance.now();
    try {
      const answer = await sendRequest(
        port,
        post({ ...LEAD, name: `Lead ${key}` }, { "idempotency-key": key }),
      );
      if (answer.status === 503) {
        expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
        this.#unanswered.push(key);
        this.rejected += 1;
        await sleep(20);
        return true;
      }
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
      this.acknowledged.set(key, JSON.parse(answer.body).id);
      this.times.push(performance.now() - begin);
      return true;
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      this.#unanswered.push(key);
      this.cut += 1;
      return false;
    }
  }
}
