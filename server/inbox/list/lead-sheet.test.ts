import { expect, test } from "vitest";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { content } from "../../../tests/content.ts";
import { booking, detail } from "../../../tests/support/inbox-views.ts";
import { leadRow } from "../../../tests/support/leads.ts";
import { MAILED_AT } from "../../../tests/support/outgoing.ts";
import { listOf } from "../../../tests/support/said.tsx";
import { createLeadSheet, csvLine } from "./lead-sheet.ts";

const CLOCK = { timeZone: "UTC", now: () => MAILED_AT };

async function linesOf(
  sheet: ReturnType<typeof createLeadSheet>,
  ...leads: LeadDetail[]
) {
  const lines: string[] = [];
  for await (const line of sheet([leads])) lines.push(line);
  return lines;
}

test("a spreadsheet has semicolons where its language writes decimals with a comma", async () => {
  const head = async (locale: string) =>
    (await linesOf(createLeadSheet({ ...content, locale }, CLOCK)))[0];
  expect(await head("en-US")).toContain('\uFEFF"Id","');
  for (const locale of ["de-DE", "fr-FR", "pt-BR"])
    expect(await head(locale)).toContain('"Id";"');
});

// An apostrophe is written at each bar.
test.each([
  "|=1+1",
  "|+15550100",
  "|@SUM(A1)",
  "|\t|=1",
  "|\rcmd",
  '|"|=1',
  "|'=1",
  "|\u200B=1",
  "|＝1+1",
  "Dana;|=HYPERLINK(1)",
  "slow\n|- quotes",
  "a,|=1",
  "a\t|@1",
  "a\r|+1",
  'a" b" |-1',
])("in a line for a spreadsheet, %j cannot become a formula", (text) => {
  const written = text.replaceAll("|", "'").replaceAll('"', '""');
  expect(csvLine([text.replaceAll("|", "")])).toBe(`"${written}"\r\n`);
});

test.each([
  "one\ntwo",
  "dana+hvac@ortiz.example",
  "2026-11-20T12:00:00.000Z",
  "a - b",
  "1+1",
])("in a line for a spreadsheet, %j stays unchanged", (value) => {
  expect(csvLine([value])).toBe(`"${value}"\r\n`);
});

test("each column of a spreadsheet has what its title says", async () => {
  const timeZone = "America/New_York";
  const leadSheet = createLeadSheet(content, { ...CLOCK, timeZone });
  const day = (number: number) => `2027-03-0${number}T12:00:00.000Z`;
  const lead = { ...detail.lead, additional_info: "Two", created_at: day(1) };
  const { visit } = detail;
  const leads: Record<string, LeadDetail> = {
    "a won lead": {
      ...detail,
      lead,
      dueAt: day(2),
      answeredAt: day(3),
      outcome: "won",
      outcomeAt: day(4),
      owner: "ana@agency.example",
      followUpOn: "2027-03-05",
      bookings: [
        { ...booking, startsAt: day(5) },
        { ...booking, startsAt: day(6), phone: "2015550142" },
      ],
      visit: {
        from: "google",
        paid: true,
        page: "/page",
        campaign: { utm_campaign: "Spring" },
        consent: { version: "1", text: "You may call." },
      },
      wish: { at: day(7), zone: "UTC", phone: "" },
      notes: ["First.", "Second."].map((text) => ({
        id: text,
        text,
        createdAt: day(3),
      })),
    },
    "a suspected caller, whose call is over": {
      ...detail,
      lead: { ...lead, email: "+12015550199@phone.invalid" },
      bookings: [{ ...booking, phone: "", endsAt: leadRow(1).created_at }],
    },
    "a suspected lead with a canceled call": {
      ...detail,
      bookings: [{ ...booking, state: "cancelled" }],
      wish: undefined,
      visit: visit && { ...visit, consent: { version: "7" } },
    },
  };
  const lines = await linesOf(leadSheet, ...Object.values(leads));
  const [titles = [], ...rows] = lines.map((line) =>
    line.trim().slice(1, -1).split('","'),
  );
  const shown = Object.keys(leads).map((name, row) => [
    name,
    titles.map((title, at) => `<p>${title}: ${rows[row]?.[at]}`).join(""),
  ]);
  await expect(listOf(Object.fromEntries(shown))).toMatchFileSnapshot(
    "lead-sheet.said.txt",
  );
});
