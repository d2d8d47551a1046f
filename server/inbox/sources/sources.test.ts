import { expect, test } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { operator } from "../../../tests/wire/inbox-request.ts";
import { post } from "../../../tests/wire/wire-request.ts";

/** Visits of two ads of one campaign name, and of a friend's link. */
const VISITS = {
  Ada: "?gclid=1&utm_campaign=Spring",
  Ben: "?gclid=1&utm_campaign=Summer",
  Cleo: "?utm_source=newsletter&utm_campaign=Spring",
  Dora: "?utm_source=newsletter",
  Emil: "?utm_source=newsletter",
};

async function start() {
  const { server, open } = await operator();
  for (const [name, query] of Object.entries(VISITS)) {
    const header = `v https://agency.example/${query} `;
    const lead = { ...LEAD, name, email: `${name}@visitor.example` };
    await server.send(post(lead, { "x-lead-source": header }));
  }
  return { open, page: await open(INBOX.sources) };
}

test("paid sources come first, each with its campaigns", async () => {
  const { page } = await start();
  const rows = page.rows.slice(1).map((row) => row.replace(/ 0.*/, ""));
  expect(rows).toEqual([
    "Google, paid 2",
    "Spring 1",
    "Summer 1",
    "newsletter 3",
    "Spring 1",
  ]);
});

test("a number leads to the leads that it counts", async () => {
  const { open, page } = await start();
  // The page's last 1 and 2 are of the newsletter's campaign and of the ads.
  for (const [count, names] of [
    ["1", ["Cleo"]],
    ["2", ["Ben", "Ada"]],
  ] as const) {
    const list = await open(page.links[count] ?? "");
    expect(list.rows.slice(1).map((row) => row.split(" ")[0])).toEqual(names);
  }
});
