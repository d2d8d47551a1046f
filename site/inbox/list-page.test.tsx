import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { CalendarState } from "../../contract/booking.ts";
import { LIST, type BackupAges, type BackupPlace } from "../../contract/inbox.ts";
import type { LeadsOverview, LeadSummary } from "../../contract/leads-admin.ts";
import { content } from "../../tests/content.ts";
import { NO_LEADS } from "../../tests/fakes/overview.ts";
import { InboxContext, inboxOf } from "./frame.tsx";
import { ListPage } from "./list-page.tsx";

const list = { leads: [], filter: "open", search: "", page: 1, pages: 1, total: 0 } as const;
function textOf(
  state?: Omit<CalendarState, "id">,
  lateBackups: BackupPlace[] = [],
  leads: LeadSummary[] = [],
  mailToAgencyFailing = 0,
  withheld: Partial<LeadsOverview> = {},
  backupAges: BackupAges = {},
): string {
  const page = (
    <InboxContext
      value={inboxOf({ ...content, logo: null }, { now: "2027-03-01T12:00:00.000Z", timeZone: "UTC" })}
    >
      <ListPage
        query={LIST}
        list={{ ...list, leads }}
        overview={{ ...NO_LEADS, mailToAgencyFailing, ...withheld }}
        today={undefined}
        calendars={state ? [{ id: "x", ...state }] : []}
        backupAges={backupAges}
        lateBackups={lateBackups}
      />
    </InboxContext>
  );
  return renderToStaticMarkup(page)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'");
}

const { calendar, lateBackup } = content.inbox;
const failing = `${calendar.failing} It is gone.`;

const triedAt = "2027-03-01T11:57:00.000Z";

test.each<[string, Omit<CalendarState, "id">, string]>([
  ["is read", { number: 1, triedAt, readAt: triedAt, skipped: [] }, calendar.read.replace("{time}", "3 min")],
  [
    "fails",
    { number: 2, triedAt, readAt: "2027-03-01T02:00:00.000Z", reason: "It is gone.", skipped: [] },
    `${failing} ${calendar.copy.replace("{time}", "Mar 1, 2:00 AM UTC")}`,
  ],
  [
    "never was read",
    { number: 3, triedAt, reason: "It is gone.", skipped: [] },
    `${failing} ${calendar.never}`,
  ],
  [
    "has events that cannot be read",
    { number: 4, triedAt, readAt: triedAt, skipped: ["2027-03-09", "2027-04-01"] },
    `${calendar.read.replace("{time}", "3 min")} ${calendar.skipped.replace("{dates}", "2027-03-09, 2027-04-01")}`,
  ],
])("a calendar that %s is in the list with the age of its copy", (_, state, said) => {
  expect(textOf(state)).toContain(said.replace("{number}", String(state.number)));
});

test("a host of a source that has several is named like the others, as in the funnel; failed deliveries are counted", () => {
  const lead = {
    id: "1",
    name: "Ada",
    companyName: "Ada HVAC",
    service: "",
    test: false,
    failedDeliveries: 3,
    version: 0,
  };
  const times = { createdAt: "2027-03-01T11:00:00.000Z", dueAt: "2027-03-02T11:00:00.000Z" };
  const text = textOf(undefined, [], [{ ...lead, ...times, problem: "", from: "www.google.com" }]);
  expect(text).toContain(" google ");
  expect(text).not.toContain("www.google.com");
  expect(text).toContain(content.inbox.failedDeliveries.replace("{count}", "3"));
});

test("mail to the agency that fails is in the list", () => {
  const { one, many } = content.inbox.mailFailing;
  for (const said of [one, many.replace("{count}", "2")]) expect(textOf()).not.toContain(said);
  expect(textOf(undefined, [], [], 1)).toContain(one);
  expect(textOf(undefined, [], [], 2)).toContain(many.replace("{count}", "2"));
});

test("mails that wait for a press are in the list, with their leads", () => {
  const { one, many } = content.inbox.withheld;
  for (const said of [one, many.split("{count}")[1] ?? ""]) expect(textOf()).not.toContain(said);
  const withheldLeads = [{ id: "1", name: "Ada" }];
  expect(textOf(undefined, [], [], 0, { withheld: 1, withheldLeads })).toContain(`${one}  Ada`);
  const text = textOf(undefined, [], [], 0, { withheld: 2, withheldLeads });
  expect(text).toContain(many.replace("{count}", "2"));
});

test("late backups are in the list, each with its place", () => {
  for (const text of Object.values(lateBackup)) expect(textOf()).not.toContain(text);
  const text = textOf(undefined, ["local", "elsewhere", "drill"]);
  for (const said of Object.values(lateBackup)) expect(text).toContain(said);
});

test("the age of each backup, and the last drill, are in the list; a backup that was never made is not", () => {
  const { local, elsewhere, drill } = content.inbox.backups;
  const ages = { local: 3 * 3600, elsewhere: Infinity, drill: 12 * 86_400 };
  const text = textOf(undefined, [], [], 0, {}, ages);
  expect(text).toContain(`${local.replace("{time}", "3 h")} ${drill.replace("{time}", "12 d")}`);
  expect(text).not.toContain(elsewhere.split("{time}")[0]);
});
