/** The person of a lead, exported and erased in the inbox as at the command line; and how the site is. */
import { addCaller } from "../../server/inbox/enter-lead.ts";
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { detailIn } from "../store/contract/scenario.ts";
import { LEAD } from "../support/leads.ts";
import { recordResults } from "../support/results.ts";
import { startServer } from "../support/server.ts";
import { member, newLead, NOBODY, operator } from "./inbox-request.ts";

const ANA = "ana@agency.example";
const OTHER = { ...LEAD, email: "somebody@else.example" };

test("a person's leads are one file, and no other's are in it", async () => {
  const { server, get, post } = await operator();
  const first = await newLead(server, { problems: "<script>alert(1)</script>" });
  const second = await newLead(server, { problems: "Slow quotes" });
  const other = await newLead(server, OTHER);
  await post(INBOX.note(first), { text: "Called." });
  const answer = await get(INBOX.person(second));
  expect(answer.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="person.json"',
    "cache-control": "no-store",
  });
  const { leads } = JSON.parse(answer.body);
  expect(leads).toMatchObject([
    { lead: { id: first }, notes: [{ text: "Called." }] },
    { lead: { id: second, problems: "Slow quotes" } },
  ]);
  expect(answer.body).not.toContain(other);
  expect((await get(INBOX.person(NOBODY))).status).toBe(404);
});

test("an erasure asks with what will be gone, and then nothing of the person is left", async () => {
  const server = await startServer();
  const { get, view, post } = await member(server, ANA);
  const first = await newLead(server);
  const second = await newLead(server, { problems: "Slow quotes" });
  const other = await newLead(server, OTHER);
  const asked = { view: "erase", leads: [{ lead: { id: first } }, { lead: { id: second } }], numbers: [] };
  expect(await view(INBOX.erase(first))).toMatchObject(asked);
  const statuses = () =>
    Promise.all([first, second, other].map(async (id) => (await get(INBOX.lead(id))).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  const erased = await post(INBOX.erase(first));
  expect(erased).toMatchObject({ status: 303, headers: { location: INBOX.path } });
  expect(await statuses()).toEqual([404, 404, 200]);
  expect(server.log()).toContain(`"leads":2,"by":"${ANA}","msg":"a person was erased in the inbox"`);
});

test("a number that may be several people's is neither exported nor erased", async () => {
  const { server, get, view, post } = await operator();
  const add = async (email: string) => {
    const added = await addCaller(server.services.entry, { ...LEAD, email, problems: email }, undefined);
    return detailIn(added).lead.id;
  };
  const bare = await add("(201) 555-0142");
  for (const email of ["+44 201 555 0142", "+1 201 555 0142"]) await add(email);
  for (const path of [INBOX.erase(bare), INBOX.person(bare)])
    expect(await view(path)).toMatchObject({ view: "erase", numbers: ["+12015550142", "+442015550142"] });
  expect((await post(INBOX.erase(bare))).status).toBe(409);
  expect((await get(INBOX.lead(bare))).status).toBe(200);
});

test("all that was given up is tried again", async () => {
  const { server, post, view } = await operator();
  for (const email of ["a@visitor.example", "b@visitor.example"]) await newLead(server, { email });
  await recordResults(server.store, "mail", { kind: "refused", reason: "No such mailbox." });
  const dead = async () => {
    const shown = await view(INBOX.health);
    return shown.view === "health" ? shown.dead : [];
  };
  const all = await dead();
  expect(all.length).toBeGreaterThan(1);
  expect(all[0]).toMatchObject({ lastError: "No such mailbox.", leadName: LEAD.name });
  expect((await post(INBOX.reviveDead)).headers["location"]).toBe(INBOX.health);
  expect(await dead()).toEqual([]);
});
