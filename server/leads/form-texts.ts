/** What forms have shown, by any process: a form that was opened before a change of the content is sent after it. */
import type { FormContent, Service } from "../../contract/form-content.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../contract/durations.ts";
import { versionOf, type Visit } from "../../contract/lead-visit.ts";
import { changes, type Database } from "../store/database.ts";
import { text, type Query } from "../store/query.ts";
import { insertRows } from "../store/sql.ts";
import { isoTime } from "./days.ts";

/** How long a service is accepted after the last process has offered it. A note is kept for ever. */
const ACCEPTED_MS = 7 * DAY_MS;

interface Parts {
  store: Database;
  content: Pick<FormContent, "services" | "consent">;
  now: () => number;
}

export type OfferedServices = ReturnType<typeof createOfferedServices>;

export function createOfferedServices({ store, content, now }: Parts) {
  const services: Service[] = [...content.services];
  let readAt = Number.NEGATIVE_INFINITY;
  const isOffered = (service: unknown) => services.some(({ value }) => value === service);

  /** Writes what this process shows, and reads the services of all. */
  async function exchange(): Promise<void> {
    readAt = now();
    const since = isoTime(readAt - ACCEPTED_MS);
    // In one order, so that two processes do not wait for each other.
    const own = content.services.toSorted((a, b) => (a.value < b.value ? -1 : 1));
    const rows = [
      { kind: "consent", name: versionOf(content.consent), text: content.consent },
      ...own.map(({ value, label }) => ({ kind: "service", name: value, text: label })),
    ].map((row) => ({ ...row, offered_at: isoTime(readAt) }));
    const all = await changes(store, async (query) => {
      await query`DELETE FROM form_texts WHERE kind = 'service' AND offered_at < ${since}`;
      await query`${insertRows("form_texts", ["kind", "name", "text", "offered_at"], rows)}
        ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text, offered_at = excluded.offered_at`;
      const stored = await query`SELECT name, text FROM form_texts WHERE kind = 'service' ORDER BY name`;
      return stored.map((row) => ({ value: text(row, "name"), label: text(row, "text") }));
    });
    if (all.kind === "ok") services.push(...all.value.filter(({ value }) => !isOffered(value)));
  }

  return {
    services,
    /** @returns stops it */
    start(): () => void {
      // What the store lacks is written an hour later; its own faults are named elsewhere.
      const renew = () => {
        exchange().catch(() => undefined);
      };
      const timer = setInterval(renew, HOUR_MS).unref();
      renew();
      return () => clearInterval(timer);
    },
    /** Looks whether another process offers it, at most once a second. */
    async look(service: unknown): Promise<void> {
      if (!isOffered(service) && now() - readAt >= SECOND_MS) await exchange();
    },
  };
}

/** The visit with the note that its form showed, if any process has shown it. */
export async function withConsentNote(query: Query, visit: Visit | undefined): Promise<Visit | undefined> {
  if (!visit?.consent || visit.consent.text !== undefined) return visit;
  const { version } = visit.consent;
  const [row] = await query`SELECT text FROM form_texts WHERE kind = 'consent' AND name = ${version}`;
  return row ? { ...visit, consent: { version, text: text(row, "text") } } : visit;
}
