/** Ticked leads that somebody else changed since the list was shown: one more press takes them, too. */
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { newLead, operator, viewOf } from "./inbox-request.ts";

test.each([
  ["marked", INBOX.mark],
  ["deleted", INBOX.delete],
])("ticked leads are %s, and those that others changed with one more press", async (_, path) => {
  const { server, view, post } = await operator();
  const [ada, ben] = [await newLead(server, { name: "Ada" }), await newLead(server, { name: "Ben" })];
  const back = `${INBOX.path}?filter=all&search=ben`;
  await post(INBOX.mark, { lead: ben, mark: "won", back });
  const total = async (filter: string) => {
    const page = await view(`${INBOX.path}?filter=${filter}`);
    return page.view === "list" ? page.list.total : undefined;
  };
  const refused = await post(path, { lead: `${ada}.0 ${ben}.0`, mark: "lost", back });
  expect(refused.status).toBe(409);
  const page = viewOf(refused);
  const stale = [{ leadId: ben, name: "Ben", changes: [{ kind: "won" }] }];
  expect(page).toMatchObject({ view: "stale", leads: stale, back });
  expect([await total("open"), await total("won")]).toEqual([0, 1]);
  const again = await post(path, page.view === "stale" ? page.fields : {});
  expect(again).toMatchObject({ status: 303, headers: { location: back } });
  expect(await total("won")).toBe(0);
});

test("a note conflicts with nothing that others changed", async () => {
  const { server, post } = await operator();
  const id = await newLead(server);
  await post(INBOX.mark, { lead: id, mark: "won", back: INBOX.path });
  expect((await post(INBOX.note(id), { text: "Won, says Ben.", seen: "0" })).status).toBe(303);
});
