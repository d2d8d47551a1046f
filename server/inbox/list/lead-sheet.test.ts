import { expect, test } from "vitest";
import { columnNames, type LeadColumn } from "../../../contract/lead/lead.ts";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { content } from "../../../tests/content.ts";
import { booking, detail } from "../../../tests/support/inbox-views.ts";
import { leadRow } from "../../../tests/support/leads.ts";
import { MAILED_AT } from "../../../tests/support/outgoing.ts";
import { createLeadSheet, csvLine } from "./lead-sheet.ts";

const { leadContent } = content;
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
  expect(await head("en-US")).toContain('"Id","');
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
  'a" |-1',
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
  const leadSheet = createLeadSheet(content, {
    ...CLOCK,
    timeZone: "America/New_York",
  });
  const cells = (line: string) => line.trim().slice(1, -1).split('","');
  const day = (number: number) => `2027-03-0${number}T12:00:00.000Z`;
  const lead = leadRow(1, { additional_info: "Two vans", created_at: day(1) });
  const filled: LeadDetail = {
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
      page: "/hvac",
      campaign: { utm_campaign: "Spring" },
      consent: { version: "1", text: "You may call." },
    },
    wish: { at: day(7), zone: "UTC", phone: "" },
    notes: [{ id: "1", text: "Called.", createdAt: day(3) }],
  };
  const over = { ...booking, phone: "", endsAt: leadRow(1).created_at };
  const { visit } = detail;
  const suspects: LeadDetail[] = [
    {
      ...detail,
      lead: { ...lead, email: "+12015550199@phone.invalid" },
      bookings: [over],
    },
    {
      ...detail,
      bookings: [{ ...booking, state: "cancelled" }],
      wish: undefined,
      visit: visit && { ...visit, consent: { version: "7" } },
    },
  ];
  const [head = "", line = "", ...others] = await linesOf(
    leadSheet,
    filled,
    ...suspects,
  );
  const titles = cells(head.replace("\uFEFF", ""));
  const written = (row: string) =>
    titles.map((title, at) => `${title}: ${cells(row)[at]}`).join("\n");
  const { sheet, columns, filters } = content.inbox;
  const { fields, services } = content;
  const label = (column: LeadColumn) =>
    fields[column].short ?? fields[column].label;
  expect(written(line)).toBe(`${sheet.id}: ${lead.id}
${columns.came}: 2027-03-01 07:00:00
${columnNames.map((column) => `${label(column)}: ${column === "selected_service" ? services[0]?.label : lead[column]}`).join("\n")}
${leadContent.due}: 2027-03-02 07:00:00
${leadContent.answeredAt}: 2027-03-03 07:00:00
${leadContent.outcome}: ${leadContent.outcomes.won}
${sheet.outcomeDay}: 2027-03-04
${sheet.owner}: ana@agency.example
${sheet.followUp}: 2027-03-05
${sheet.source}: Google, paid
${sheet.campaign}: Spring
${leadContent.callTime}: 2027-03-06 07:00:00
${leadContent.callState}: ${content.calls.states.booked}
${leadContent.callNumber}: 2015550142
${sheet.test}: ${sheet.yes}
${leadContent.wished}: 2027-03-07 07:00:00
${leadContent.cameFrom}: Google, paid · /hvac · utm_campaign=Spring
${sheet.consent}: You may call.
${leadContent.notes}: Called.`);
  const doubtful = others.map(written).join();
  for (const text of [
    `${label("email")}: '+12015550199\n`,
    `${leadContent.answeredAt}: \n`,
    `${leadContent.callState}: ${filters.unsaid}\n`,
    `${leadContent.callState}: ${content.calls.states.cancelled}
${leadContent.callNumber}: '${booking.phone}\n`,
    `${sheet.consent}: 7\n`,
  ])
    expect(doubtful).toContain(text);
});
