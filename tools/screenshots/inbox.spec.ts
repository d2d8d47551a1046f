/** The inbox of an agency with a month of leads. */
import { INBOX } from "../../contract/routes.ts";
import { emptyLead } from "../../contract/lead.ts";
import { campaignName, versionOf, type Visit } from "../../contract/lead-visit.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { createUuidV7 } from "../../server/leads/uuid.ts";
import { fillStore, type TableRow } from "../../tests/support/used-store.ts";
import { content } from "../../tests/content.ts";
import { enterInbox } from "../../tests/e2e/operator.ts";
import { test, type Site } from "../../tests/e2e/test.ts";
import { take } from "./take.ts";

const DANA = "Dana Ortiz";

/** How many hours ago a lead came, its source, what became of it, its name, business and problems. */
const LEADS = [
  [610, "google,paid", "booked", "Chris Avery", "Avery Pet Grooming", "No-shows on Saturdays."],
  [430, "google", "lost", "Tom Aldridge", "Aldridge Landscaping", "Of forty quotes I hear back on ten."],
  [320, "google,paid", "won", "Marcus Bell", "Bell Heating & Air", "A cold week costs half the calls."],
  [75, "direct", "answered", "Nina Foster", "Foster Electric", "Permits and invoices, all by hand."],
  [52, "facebook", "booked", DANA, "Ortiz HVAC", "We miss ten calls a week. Call me at (201) 555-0142."],
  [29, "direct", "suspected", "Eve Long", "Best casino", "See [url=https://offers.example]our links[/url]."],
  [24.7, "facebook", "", "Lena Kowalski", "Kowalski Repair", "One person, one phone, both hands in a panel."],
  [21.4, "google,paid", "", "Priya Nair", "Nair Move-Out Cleaning", "Inquiries come at eleven at night."],
  [9.1, "google,paid", "", "Maximiliana Featherstonehaugh", "Best Heating", "Which boiler is whose?"],
  [3.3, "google,paid", "", "דנה כהן", "Cohen Cleaning", "Half of our customers write in Hebrew."],
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
    const [from = "", mark] = source.split(",");
    const campaign: Visit["campaign"] = mark ? { utm_campaign: "missed calls" } : {};
    const visit: Visit = { from, ...(mark && { paid: true }), page: "/", campaign, consent };
    const work = { answered_at: answered, answered_by: by, outcome, outcome_at: answered, outcome_by: by };
    const suspicion = became === "suspected" ? '["markup","links"]' : null;
    add("lead_contexts", {
      lead_id,
      source: "form",
      due_at: at(hours - 24),
      visit: JSON.stringify(visit),
      came_at: at(hours),
      came_from: source,
      campaign: campaignName(visit),
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
}

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 360, height: 740 } });

test("the inbox on a phone", async ({ page, site }) => {
  await fill(site);
  await page.goto("/");
  await enterInbox(page, site);
  await page.goto(INBOX.path);
  await take(page, "inbox-open-360");
});
