/** The person of a lead, exported and erased in the inbox as at the command line; and how the site is. */
import { addCaller } from "../../server/inbox/enter-lead.ts";
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { LEAD } from "../support/leads.ts";
import { recordResults } from "../support/results.ts";
import { startServer } from "../support/server.ts";
import { formRequest, newLead, NOBODY, operator, signInAs, viewOf } from "./inbox-request.ts";

const ANA = "ana@agency.example";
const OTHER = { ...LEAD, email: "somebody@else.example" };

test("a person's leads are one file, and no other's are in it", async () => {
  const { server, session, post } = await operator();
  const first = await newLead(server, { problems: "<script>alert(1)</script>" });
  const second = await newLead(server, { problems: "Slow quotes" });
  const other = await newLead(server, OTHER);
  await post(INBOX.note(first), { text: "Called." });
  const answer = await server.send({ path: INBOX.person(second), headers: session });
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
  expect((await server.send({ path: INBOX.person(NOBODY), headers: session })).status).toBe(404);
});

test("an erasure asks with what will be gone, and then nothing of the person is left", async () => {
  const server = await startServer();
  const ana = await signInAs(server, ANA);
  const [first, second, other] = [
    await newLead(server),
    await newLead(server, { problems: "Slow quotes" }),
    await newLead(server, OTHER),
  ];
  const asked = viewOf(await server.send({ path: INBOX.erase(first), headers: ana }));
  expect(asked).toMatchObject({
    view: "erase",
    leads: [{ lead: { id: first } }, { lead: { id: second } }],
    numbers: [],
  });
  expect((await server.send({ path: INBOX.lead(second), headers: ana })).status).toBe(200);
  const erased = await server.send(formRequest(INBOX.erase(first), {}, ana));
  expect(erased).toMatchObject({ status: 303, headers: { location: INBOX.path } });
  for (const [id, status] of [
    [first, 404],
    [second, 404],
    [other, 200],
  ] as const)
    expect((await server.send({ path: INBOX.lead(id), headers: ana })).status).toBe(status);
  expect(server.log()).toContain(`"leads":2,"by":"${ANA}","msg":"a person was erased in the inbox"`);
});

test("a number that may be several people's is neither exported nor erased", async () => {
  const { server, session, view } = await operator();
  const { entry } = server.services;
  const ids: string[] = [];
  for (const email of ["(201) 555-0142", "+44 201 555 0142", "+1 201 555 0142"]) {
    const added = await addCaller(entry, { ...LEAD, email, problems: email }, undefined);
    if (added.kind === "ok") ids.push(added.value.lead.id);
  }
  const [bare = "", british = ""] = ids;
  for (const path of [INBOX.erase(bare), INBOX.person(bare)])
    expect(await view(path)).toMatchObject({ view: "erase", numbers: ["+12015550142", "+442015550142"] });
  expect((await server.send(formRequest(INBOX.erase(bare), {}, session))).status).toBe(409);
  expect((await server.send({ path: INBOX.lead(bare), headers: session })).status).toBe(200);
  expect((await server.send(formRequest(INBOX.erase(british), {}, session))).status).toBe(303);
  expect((await server.send({ path: INBOX.lead(ids[2] ?? ""), headers: session })).status).toBe(200);
});

test("all that was given up is tried again", async () => {
  const { server, post, view } = await operator();
  for (const email of ["a@visitor.example", "b@visitor.example"]) await newLead(server, { email });
  await recordResults(server.store, "mail", { kind: "refused", reason: "No such mailbox." });
  const dead = async () => {
    const shown = await view(INBOX.health);
    return shown.view === "health" ? shown.dead.deliveries : [];
  };
  const all = await dead();
  expect(all.length).toBeGreaterThan(1);
  expect(all[0]).toMatchObject({ lastError: "No such mailbox.", leadName: LEAD.name });
  expect((await post(INBOX.reviveDead)).headers["location"]).toBe(INBOX.health);
  expect(await dead()).toEqual([]);
});
