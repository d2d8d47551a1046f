/** A realistic year of leads, five deliveries each: nearly all answered and sent, some failing. */
import { createUuidV7 } from "../../server/leads/uuid.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { TABLES, type TableRow, type TableStore } from "../../server/storage/table-store.ts";

const YEAR_MS = 365 * 24 * HOUR_MS;
const AT_ONCE = 5_000;
/** Share of the leads that are older than a day. */
const OPEN_SHARE = 0.02;

const WORDS =
  "after ahead booking budget calls chat competitor crew customers email emergency estimate evening follow google heating invoice leads message missed morning office phone plumber quotes rating reminder review schedule slow staff summer team weekend website winter".split(
    " ",
  );

/** @param now milliseconds since 1970, the time of the last lead */
export async function fillYear(tables: TableStore, count: number, now: number): Promise<void> {
  let time = now - YEAR_MS;
  const newId = createUuidV7(() => time);
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows: Record<string, TableRow[]> = { lead_submissions: [], lead_contexts: [], deliveries: [] };
    for (let n = from; n < Math.min(from + AT_ONCE, count); n++) {
      time = now - YEAR_MS + Math.floor((YEAR_MS * (n + 1)) / count);
      const id = newId();
      const [created_at, due_at] = [iso(time), iso(time + 24 * HOUR_MS)];
      const isOpen = time > now - 24 * HOUR_MS || Math.random() < OPEN_SHARE;
      rows["lead_submissions"]?.push({ id, created_at, ...said(n) });
      const answered_at = isOpen ? null : iso(time + Math.random() * 20 * HOUR_MS);
      rows["lead_contexts"]?.push({
        lead_id: id,
        source: "form",
        due_at,
        answered_at,
        visit: visit(n),
        version: 0,
      });
      rows["deliveries"]?.push(...deliveries(id, isOpen));
    }
    for (const table of TABLES) await tables.put(table, rows[table.name] ?? []);
  }

  function deliveries(lead_id: string, isOpen: boolean): TableRow[] {
    const common = { lead_id, target: "", attempts: 1, lease_id: null, sent_at: null, last_error: null };
    const one = (kind: string, after: number, state: TableRow): TableRow => {
      const at = iso(time + after * HOUR_MS);
      return { id: newId(), ...common, kind, due_at: at, next_at: at, ...state };
    };
    const sent = { state: "sent", sent_at: iso(time) };
    const trouble = Math.random();
    const webhook =
      trouble < 0.01
        ? { state: "dead", last_error: "The receiver answered 500." }
        : trouble < 0.02
          ? { state: "due", next_at: iso(now + HOUR_MS), last_error: "The receiver took too long." }
          : sent;
    const reminder = (after: number) =>
      isOpen ? (time + after * HOUR_MS < now ? sent : { state: "due" }) : { state: "cancelled" };
    return [
      one("confirmation", 0, sent),
      one("notification", 0, sent),
      one("webhook", 0, { target: "https://crm.example/hook", ...webhook }),
      one("reminder-12h", 12, reminder(12)),
      one("alarm-24h", 24, reminder(24)),
    ];
  }
}

/** Every text contains "missed calls", and one in a thousand a unique word. */
function said(n: number): TableRow {
  const words = (count: number) => Array.from({ length: count }, pick).join(" ");
  const rare = n % 1000 === 0 ? ` zebrafinch${n}` : "";
  return {
    name: `${pick()} ${pick()} ${n}`,
    email: `visitor${n}@customers.example`,
    company_name: `${pick()} & ${pick()} ${n}`,
    selected_service:
      n % 10_000 === 0 ? "custom-ai-automation" : n % 3 === 0 ? "crm-integration" : "ai-chatbot",
    problems: `Missed calls ${words(30)}${rare}`,
    additional_info: n % 3 === 0 ? words(12) : "",
  };
}

function visit(n: number): string {
  const from = ["google", "www.google.com", "direct", "facebook", `partner${n % 500}.example`][n % 5];
  return JSON.stringify({
    from,
    page: "/",
    consent: { version: "1", text: "You agree to be contacted about it." },
  });
}

function pick(): string {
  return WORDS[Math.floor(Math.random() * WORDS.length)] ?? "";
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
