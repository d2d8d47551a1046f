/** What forms have shown, by any process: a form that was opened before a change of the content is sent after it. */
import type { Service } from "../../contract/form-content.ts";
import type { Visit } from "../../contract/lead-visit.ts";
import { text, type Query } from "../store/query.ts";
import { insertRows } from "../store/sql.ts";
import { changes, type Database } from "../store/database.ts";
import { type Found } from "../store/store.ts";

interface Offer {
  consent: { version: string; note: string };
  services: readonly Service[];
  now: string;
  /** Services that nobody has offered since then are forgotten; a note is kept. */
  since: string;
}

/** @returns all services that were offered since then */
export function offerServices(
  db: Database,
  { consent, services, now, since }: Offer,
): Promise<Found<Service[]>> {
  return changes(db, async (query) => {
    await query`DELETE FROM form_texts WHERE kind = 'service' AND offered_at < ${since}`;
    // In one order, so that two processes do not wait for each other.
    const shown = services.toSorted((a, b) => (a.value < b.value ? -1 : 1));
    const rows = [
      { kind: "consent", name: consent.version, text: consent.note },
      ...shown.map(({ value, label }) => ({ kind: "service", name: value, text: label })),
    ].map((row) => ({ ...row, offered_at: now }));
    await query`${insertRows("form_texts", ["kind", "name", "text", "offered_at"], rows)}
    ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text, offered_at = excluded.offered_at`;
    const known = await query`SELECT name, text FROM form_texts WHERE kind = 'service' ORDER BY name`;
    return known.map((row) => ({ value: text(row, "name"), label: text(row, "text") }));
  });
}

/** The visit with the note that its form showed, if any process has shown it. */
export async function withConsentNote(query: Query, visit: Visit | undefined): Promise<Visit | undefined> {
  if (!visit?.consent || visit.consent.text !== undefined) return visit;
  const { version } = visit.consent;
  const [row] = await query`SELECT text FROM form_texts WHERE kind = 'consent' AND name = ${version}`;
  return row ? { ...visit, consent: { version, text: text(row, "text") } } : visit;
}
