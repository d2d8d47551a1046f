import { expect } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { testFrom } from "../../../tests/support/server.ts";
import {
  namesIn,
  newLead,
  operator,
  operatorOf,
} from "../../../tests/wire/inbox-request.ts";
import { post } from "../../../tests/wire/wire-request.ts";

/** Visits of two ads of one campaign name, and of a friend's link. */
const VISITS = {
  Ada: "?gclid=1&utm_campaign=Spring",
  Ben: "?gclid=1&utm_campaign=Summer",
  Finn: "?gclid=1&utm_campaign=Summer",
  Cleo: "?utm_source=newsletter&utm_campaign=Spring",
  Dora: "?utm_source=newsletter",
  Emil: "?utm_source=blog&utm_campaign=Spring",
};

const NOW = Date.parse("2026-11-01T15:00:00Z");

async function start() {
  const { server, open } = await operator({ at: NOW });
  for (const [name, query] of Object.entries(VISITS)) {
    const header = `v https://agency.example/${query} `;
    const lead = { ...LEAD, name, email: `${name}@visitor.example` };
    await server.send(post(lead, { "x-lead-source": header }));
  }
  return open(INBOX.page("sources"));
}

const test = testFrom(start);

test("paid sources come first, each with its campaigns", async (page) => {
  const rows = page.rows.map((row) => row.replace(/ 0.*/, ""));
  const { filters, sources } = content.inbox;
  const head = `${sources.source} ${filters.leads}`;
  const first = rows.findIndex((row) => row.startsWith(head)) + 1;
  expect(rows.slice(first)).toEqual([
    "Google, paid 3",
    "Summer 2",
    "Spring 1",
    "newsletter 2",
    "Spring 1",
    "blog 1",
    "Spring 1",
  ]);
});

test("this month's leads are counted above the sources, and lead to a list that names the month", async (page) => {
  const month = "November 2026";
  expect(page.rows).toContain(`${month} 6 0 0 0`);
  const list = await page.follow("6");
  expect(list.text).toContain(`${month} ${content.inbox.wholeList}`);
});

test("a number leads to the leads that it counts", async (page) => {
  // The page's last 1 and 2 are of the blog's campaign and of the newsletter.
  for (const [count, names, said] of [
    ["1", ["Emil"], "blog \u00b7 Spring \u00b7 2026"],
    ["2", ["Dora", "Cleo"], "newsletter \u00b7 2026"],
  ] as const) {
    const list = await page.follow(count);
    expect(list.text).toContain(said);
    expect(namesIn(list)).toEqual(names);
  }
});

test("the sources of a year and of a month are those of the leads that came then", async () => {
  const { server } = await operator({ at: NOW });
  await newLead(server, { name: "Ada" });
  server.clock.now = Date.parse("2027-01-01T04:59:59Z");
  await newLead(server, { name: "Ben" });
  server.clock.now += 1_000;
  await newLead(server, { name: "Cleo" });
  await newLead(server, { problems: "[url=https://x.example]cheap[/url]" });
  const { open } = await operatorOf(server);
  const page = await open(INBOX.page("sources"));
  for (const [span, names] of [
    ["2027", ["Cleo"]],
    ["2026", ["Ben", "Ada"]],
    ["December 2026", ["Ben"]],
  ] as const) {
    const bySource = await page.follow(span);
    const list = await open(bySource.links[String(names.length)] ?? "");
    expect(list.text).toContain(`${span} ${content.inbox.wholeList}`);
    expect(namesIn(list)).toEqual(names);
  }
});
