/** The commands on a real store, with a stopped clock; their help, and invalid arguments. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { HOUR_MS } from "../../contract/durations.ts";
import { serviceLabel } from "../../contract/content/form-content.ts";
import { addressOf, NOT_ASKED } from "../../contract/lead/lead.ts";
import { addNote } from "../../server/inbox/lead/lead-changes.ts";
import { answerLead } from "../../server/inbox/mark/mark-lead.ts";
import { insertLeads, replaceWish } from "../../server/leads/insert-leads.ts";
import { content } from "../../tests/content.ts";
import { NOON, openCommands } from "../../tests/support/command.ts";
import { LEAD, leadRow } from "../../tests/support/leads.ts";
import { LINK_SECRET } from "../../tests/support/outgoing.ts";
import { recordResults } from "../../tests/support/results.ts";
import { startServer, temporaryFolder } from "../../tests/support/server.ts";
import { timeLeft } from "./list.ts";

test("`leads list` sorts the leads by the time left to answer, and shows that time", async () => {
  const { run, addLead } = await openCommands();
  const late = await addLead({ name: "Ben Late", company_name: NOT_ASKED });
  vi.setSystemTime(NOON + 26 * HOUR_MS);
  const fresh = await addLead({ email: "fresh@sample.co" });
  vi.setSystemTime(NOON + 26 * HOUR_MS + 30_000);
  expect(await run("list")).toEqual({
    out: [
      `-2 h          ${late}  Ben Late`,
      `23 h 59 min   ${fresh}  Dana Ortiz, Ortiz HVAC`,
    ],
    notes: ["2 leads"],
  });
});

const { fields, inbox, leadContent, services } = content;
const label = (column: keyof typeof fields): string =>
  fields[column].short ?? fields[column].label;

const NOW = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-20T12:00:59Z", "0 min"],
  ["2026-11-20T11:00:00Z", "-1 h"],
  ["2026-11-08T09:00:00Z", "-12 d 3 h"],
])("a lead that is due at %s has %s left", (dueAt, left) => {
  expect(timeLeft({ dueAt, answeredAt: undefined }, NOW)).toBe(left);
});

test("`leads show` prints a lead as JSON, with its notes and deliveries", async () => {
  const { run, addLead, services: site } = await openCommands();
  const id = await addLead({ additional_info: "Four vans" });
  await addNote(site.store, site.change({ id }), "Called back.");
  const { out } = await run("show", id.slice(-6));
  const lead = { id, email: LEAD.email, additional_info: "Four vans" };
  const deliveries = [
    { kind: "confirmation", state: "due" },
    { kind: "notification" },
  ];
  const shown = { lead, notes: [{ text: "Called back." }], deliveries };
  expect(JSON.parse(out.join(""))).toMatchObject({ leads: [shown] });
});

test("the spreadsheet has a lead's source, the consent text, and the wished time of a call", async () => {
  const { run, store } = await openCommands();
  const lead = leadRow(1);
  const consent = { version: "1a2b3c4d", text: "You agree." };
  const visit = {
    from: "facebook",
    page: "/",
    campaign: { utm_source: "facebook" },
    consent,
  };
  await insertLeads(store, { rows: [lead], visit });
  const wish = {
    at: "2026-11-24T16:00:00.000Z",
    zone: "UTC",
    phone: "+44 20 7946 0958",
  };
  await store.write((query) => replaceWish(query, lead.id, wish, wish.at));
  const file = join(temporaryFolder(), "leads.csv");
  await run("export", "--out", file);
  expect(readCsv(readFileSync(file, "utf8"))).toMatchObject([
    {
      [leadContent.cameFrom]: "Facebook · / · utm_source=facebook",
      [leadContent.wished]: "2026-11-24 11:00:00",
      [leadContent.callNumber]: `'${wish.phone}`,
      Consent: consent.text,
    },
  ]);
});

test("`leads inbox` prints a link that the server accepts, and when it expires", async () => {
  const { run, store } = await openCommands();
  vi.stubEnv("LINK_SECRET", LINK_SECRET);
  vi.stubEnv("SITE_URL", "https://agency.example/");
  const { out, notes } = await run("inbox");
  expect(out).toEqual([
    expect.stringMatching(
      /^https:\/\/agency\.example\/inbox\/sign-in\?token=\S+$/,
    ),
  ]);
  expect(notes).toEqual([expect.stringMatching(/^Valid until .* E[SD]T\.$/)]);
  const { pathname, search } = new URL(out[0] ?? "");
  const server = await startServer({ store });
  expect(await server.send({ path: pathname + search })).toMatchObject({
    status: 200,
  });
});

test("`leads resend` makes waiting and given-up deliveries due again", async () => {
  const { addLead, run, store } = await openCommands({
    webhookUrls: ["https://hooks.example/lead"],
  });
  const answer = (kind: "refused" | "retry") =>
    recordResults(
      store,
      "webhook",
      { kind, reason: "It answered 400." },
      () => NOON,
    );
  for (const name of ["A", "B", "C"]) await addLead({ name });
  expect((await run("resend", "waiting")).out).toEqual([
    "0 deliveries are due now.",
  ]);
  await answer("retry");
  expect((await run("resend", "waiting")).out).toEqual([
    "3 deliveries are due now.",
  ]);
  await answer("refused");
  expect((await run("resend", "dead")).out).toEqual([
    "3 deliveries are due now.",
  ]);
  expect((await run("resend", "dead")).out).toEqual([
    "0 deliveries are due now.",
  ]);
});

test("a person's stored data is exported, and erased with a receipt that shows nothing of it", async () => {
  const { run, addLead, services: site } = await openCommands();
  const [first, second] = [
    await addLead(),
    await addLead({ problems: "Again" }),
  ];
  const other = await addLead({ email: "ben@sample.co" });
  await addNote(site.store, site.change({ id: first }), "Called.");
  const out = join(temporaryFolder(), "dana.json");
  await run("export", "--email", LEAD.email.toUpperCase(), "--out", out);
  const leads = [
    { lead: { id: first }, notes: [{ text: "Called." }] },
    { lead: { id: second } },
  ];
  expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ leads });
  expect((await run("erase", "--email", LEAD.email, "--yes")).out).toEqual([
    expect.stringMatching(
      /^2026-\S+Z: deleted 2 leads, 1 note, 4 deliveries, 0 mail files\.$/,
    ),
  ]);
  expect((await run("list", "--show", "all")).out[0]).toContain(other);
  await expect(run("export", "--email", LEAD.email)).rejects.toThrow(
    "No lead came from this address.",
  );
  await expect(run("erase", "--email", "+12015550142")).rejects.toThrow(
    "No lead came from this number.",
  );
});

test("a caller without an email is erased by the number", async () => {
  const { run, addLead } = await openCommands();
  await addLead({ email: addressOf("+1 201 555 0142") });
  expect(
    (await run("erase", "--email", "+1 (201) 555-0142", "--yes")).out[0],
  ).toContain("deleted 1 lead");
});

test("export and erase refuse a number without a country code if two callers have it", async () => {
  const { run, addLead } = await openCommands();
  for (const number of ["+1 201 555 0142", "+49 201 555 0142"])
    await addLead({ email: addressOf(number) });
  for (const args of [["erase", "--yes"], ["export"]])
    await expect(run(...args, "--email", "201 555 0142")).rejects.toThrow(
      "Name one of: +12015550142, +492015550142.",
    );
});

const MISUSE: [args: string[], sentence: string][] = [
  [["list", "--show", "none"], "Allowed choices are open, next, booked,"],
  [["erase", "--yes"], "required option '--email <address>' not specified"],
  [["show", "7"], "Ids have 36 characters"],
  [["erase", "--email", "a, b@c.example"], "It must be one address"],
];

test("an invalid argument is refused as misuse, with a sentence", async () => {
  const { run } = await openCommands();
  for (const [args, sentence] of MISUSE) {
    const refused = await run(...args).catch((error: unknown) => error);
    expect(refused, args.join(" ")).toMatchObject({
      name: "CommanderError",
      exitCode: 1,
    });
    expect(String(refused)).toContain(sentence);
  }
});

const HOSTILE = {
  name: '=HYPERLINK("http://e.example")',
  company_name: "@SUM(A1)",
  problems: "a\n-b; =c",
};

test("the spreadsheet has all leads and no formula, in a new file that only its owner can read", async () => {
  const { run, addLead, services: site } = await openCommands();
  const first = await addLead(HOSTILE);
  await addLead();
  await answerLead(site.store, site.change({ id: first }));
  const out = join(temporaryFolder(), "leads.csv");
  const sheet = ["export", "--out", out];
  await run(...sheet);
  await expect(run(...sheet)).rejects.toThrow(
    `${out} already exists. Name another file.`,
  );
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(readFileSync(out).subarray(0, 7)).toEqual(Buffer.from('\uFEFF"Id"'));
  // At noon in UTC, the agency's clock shows 7:00.
  const time = expect.stringMatching(/^2026-11-2[01] 07:00:0\d$/);
  expect(readCsv(readFileSync(out, "utf8"))).toEqual([
    expect.objectContaining({
      [label("name")]: LEAD.name,
      [leadContent.answeredAt]: "",
    }),
    expect.objectContaining({
      Id: first,
      [inbox.columns.came]: time,
      [label("name")]: `'=HYPERLINK(""http://e.example"")`,
      [label("company_name")]: "'@SUM(A1)",
      [label("selected_service")]: serviceLabel(
        services,
        LEAD.selected_service,
      ),
      [label("problems")]: "a\n'-b; '=c",
      [leadContent.due]: time,
      [leadContent.answeredAt]: time,
      Test: "no",
    }),
  ]);
});

/** Reads a CSV into records, keyed by the titles of its columns. Cells must not contain `","` or end in a quote. */
function readCsv(text: string): Record<string, string>[] {
  const whole = text.slice('\uFEFF"'.length, -'"\r\n'.length);
  const [names = [], ...records] = whole
    .split('"\r\n"')
    .map((line) => line.split('","'));
  return records.map((record) =>
    Object.fromEntries(names.map((name, index) => [name, record[index] ?? ""])),
  );
}
