/** The inbox of an agency with a month of leads. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { INBOX } from "../../contract/routes.ts";
import { emptyLead } from "../../contract/lead.ts";
import { versionOf, type Visit } from "../../contract/lead-visit.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { createUuidV7 } from "../../server/leads/uuid.ts";
import { fillStore, type TableRow } from "../../tests/fakes/used-store.ts";
import { content } from "../../tests/content.ts";
import { enterInbox } from "../../tests/e2e/operator.ts";
import { test, type Site } from "../../tests/e2e/test.ts";
import { take } from "./take.ts";

const DANA = "Dana Ortiz";

/** The day's visits of each source, and how many of them came to each step. */
const VISITS = [
  { source: "google ads", visits: 212, begun: 34, sent: 4, failed: 1, scheduler: 9, demo: 41 },
  { source: "direct", visits: 164, begun: 19, sent: 2, failed: 0, scheduler: 12, demo: 22 },
  { source: "facebook", visits: 97, begun: 9, sent: 1, failed: 0, scheduler: 2, demo: 25 },
  { source: "google", visits: 88, begun: 12, sent: 1, failed: 0, scheduler: 5, demo: 11 },
  { source: "chatgpt", visits: 31, begun: 6, sent: 1, failed: 0, scheduler: 3, demo: 4 },
];

/** How many hours ago a lead came, its source, what became of it, its name, business and problems. */
const LEADS = [
  [610, "google ads", "booked", "Chris Avery", "Avery Pet Grooming", "No-shows on Saturdays."],
  [430, "google", "lost", "Tom Aldridge", "Aldridge Landscaping", "Of forty quotes I hear back on ten."],
  [320, "google ads", "won", "Marcus Bell", "Bell Heating & Air", "A cold week costs half the calls."],
  [75, "direct", "answered", "Nina Foster", "Foster Electric", "Permits and invoices, all by hand."],
  [52, "facebook", "booked", DANA, "Ortiz HVAC", "We miss ten calls a week. Call me at (201) 555-0142."],
  [29, "direct", "suspected", "Eve Long", "Best casino", "See [url=https://offers.example]our links[/url]."],
  [24.7, "facebook", "", "Lena Kowalski", "Kowalski Repair", "One person, one phone, both hands in a panel."],
  [21.4, "google ads", "", "Priya Nair", "Nair Move-Out Cleaning", "Inquiries come at eleven at night."],
  [9.1, "google ads", "", "Maximiliana Featherstonehaugh", "Best Heating", "Which boiler is whose?"],
  [3.3, "google ads", "", "דנה כהן", "Cohen Cleaning", "Half of our customers write in Hebrew."],
  [0.2, "chatgpt", "", "Sam Porter", "Porter Heating and Air", "We miss calls after 5 pm."],
] as const;

async function fill(site: Site): Promise<void> {
  const now = Date.now();
  const at = (hoursAgo: number) => new Date(now - hoursAgo * HOUR_MS).toISOString();
  const consent = { version: versionOf(content.bookCall.consent), text: content.bookCall.consent };
  const rows: Record<string, TableRow[]> = {};
  const add = (table: string, row: TableRow) => (rows[table] ??= []).push(row);
  for (const [index, [hours, source, became, name, company_name, problems]] of LEADS.entries()) {
    const newId = createUuidV7(() => now - hours * HOUR_MS);
    const lead_id = newId();
    const selected_service = content.services[index % content.services.length]?.value ?? "";
    const email = `${company_name.split(" ")[0]?.toLowerCase()}@business.example`;
    const said = { name, email, company_name, selected_service, problems };
    add("lead_submissions", { ...emptyLead(), id: lead_id, created_at: at(hours), ...said });
    const answered = became === "" || became === "suspected" ? null : at(hours - 2);
    const by = answered && (index % 2 === 0 ? "ana@agency.example" : "ben@agency.example");
    const outcome = ["", "answered"].includes(became) ? null : became;
    const visit: Visit = { from: source, page: "/", campaign: {}, consent };
    const work = { answered_at: answered, answered_by: by, outcome, outcome_at: answered, outcome_by: by };
    const suspicion = became === "suspected" ? '["markup","links"]' : null;
    add("lead_contexts", {
      lead_id,
      source: "form",
      due_at: at(hours - 24),
      visit: JSON.stringify(visit),
      ...work,
      suspicion,
      version: 0,
    });
    const sent = { state: "sent", attempts: 1, lease_id: null, sent_at: at(hours), last_error: null };
    const times = { due_at: at(hours), next_at: at(hours), event: null };
    for (const kind of ["confirmation", "notification"])
      add("deliveries", { id: newId(), lead_id, kind, target: "", ...sent, ...times });
    if (name === DANA)
      add("lead_notes", { id: newId(), lead_id, text: "Called back.", created_at: at(50), author: by });
  }
  await fillStore({ dataDir: site.dataDir, databaseUrl: undefined }, Object.entries(rows));
  const database = new DatabaseSync(join(site.dataDir, "leads.db"), { timeout: 5_000 });
  const steps = "visits, begun, sent, failed, scheduler, demo";
  const insert = database.prepare(
    `INSERT INTO funnel_totals (day, source, ${steps}) VALUES (:day, :source, :${steps.replaceAll(", ", ", :")})`,
  );
  for (const source of VISITS) insert.run({ day: at(0).slice(0, 10), ...source });
  database.close();
}

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 360, height: 740 } });

test("the inbox on a phone", async ({ page, site }) => {
  await fill(site);
  await page.goto("/");
  await enterInbox(page, site);
  await page.goto(INBOX.path);
  await take(page, "inbox-open-360");
});
