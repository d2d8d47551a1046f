/** The team in the inbox: invitations, removals, and the ends of sign-ins. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { deedOf, formRequest, open, signIn, signInAs, viewOf } from "./inbox-request.ts";
import { addMember } from "../../server/leads/sign-ins.ts";

const [ANA, EVE] = ["ana@agency.example", "eve@agency.example"];

const status = async (server: TestServer, headers: { cookie: string }) =>
  (await server.send({ path: INBOX.path, headers })).status;

async function press(server: TestServer, path: string, email: string, headers: object) {
  const answer = await server.send(formRequest(path, { email }, headers));
  return { status: answer.status, what: deedOf(answer) };
}

/** The tokens of the links that were mailed. */
const tokens = ({ mailFolder }: TestServer) =>
  readdirSync(mailFolder)
    .toSorted()
    .map((name) => readFileSync(join(mailFolder, name), "utf8"))
    .map((mail) => /\/inbox\/sign-in\?token=([^"]+)"/.exec(mail)?.[1] ?? "");

test("an invited person gets one mail, opens the inbox with its link, and may ask for another", async () => {
  const server = await startServer();
  const ana = await signInAs(server, ANA);
  expect(await press(server, INBOX.team, ` ${EVE.toUpperCase()} `, ana)).toMatchObject({
    status: 303,
    what: "invited",
  });
  const [token = "", ...more] = tokens(server);
  expect(more).toEqual([]);
  const [mail = ""] = readdirSync(server.mailFolder);
  const text = readFileSync(join(server.mailFolder, mail), "utf8");
  expect(text).toContain(`To ${EVE}<br>\nSubject: <b>You&#39;re invited to the inbox of Nightshift</b>`);
  expect(text).toContain(`${ANA} invited you to the inbox of Nightshift`);
  const answer = await server.send(formRequest(INBOX.signIn, { token }));
  const eve = { cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
  expect(await open(server, INBOX.team, eve)).toMatchObject({
    members: [{ email: ANA }, { email: EVE, invitedBy: ANA, invitedAt: expect.any(String) }],
    signIns: [{ email: ANA }, { email: EVE }],
  });
  expect(server.log()).not.toContain(EVE);
  await server.send(formRequest(INBOX.ask, { email: EVE }));
  await expect.poll(() => tokens(server).length).toBe(2);
});

test("a removed person is out at once on every device, and no link of theirs works", async () => {
  const server = await startServer();
  const ana = await signInAs(server, ANA);
  await press(server, INBOX.team, EVE, ana);
  const [phone, desk] = [await signInAs(server, EVE), await signInAs(server, EVE)];
  expect([await status(server, phone), await status(server, desk)]).toEqual([200, 200]);
  expect(await press(server, INBOX.removeMember, EVE, ana)).toMatchObject({ what: "removed" });
  expect([await status(server, phone), await status(server, desk)]).toEqual([401, 401]);
  const [token = ""] = tokens(server);
  const used = await server.send(formRequest(INBOX.signIn, { token }));
  expect(viewOf(used)).toEqual({ view: "error", reason: "used" });
  // An invitation after a removal revives no earlier sign-in.
  await press(server, INBOX.team, EVE, ana);
  expect(await status(server, phone)).toBe(401);
  expect(await press(server, INBOX.removeMember, "nobody@agency.example", ana)).toMatchObject({
    status: 404,
  });
});

test("nobody removes the addresses of NOTIFY_EMAIL, not even a person who invited them before", async () => {
  const server = await startServer({ outbox: { notifyEmail: ["Ana@Agency.example", "ben@agency.example"] } });
  const ana = await signInAs(server, ANA);
  for (const email of [ANA, "ben@agency.example"]) {
    expect(await press(server, INBOX.team, email, ana)).toMatchObject({ what: "member" });
    expect((await press(server, INBOX.removeMember, email, ana)).status).toBe(400);
  }
  expect(await status(server, ana)).toBe(200);
  expect(await open(server, INBOX.team, ana)).toMatchObject({
    members: [{ email: ANA }, { email: "ben@agency.example" }],
  });
});

test("an invited member chooses which mails to get, and an address of NOTIFY_EMAIL gets all", async () => {
  const server = await startServer();
  const ana = await signInAs(server, ANA);
  await press(server, INBOX.team, EVE, ana);
  const eve = await signInAs(server, EVE);
  const choose = async (mails: string, headers: object) => {
    const answer = await server.send(formRequest(INBOX.teamMails, { mails }, headers));
    return deedOf(answer) ?? answer.status;
  };
  for (const mails of ["none", "mine", "all", "mine"]) {
    expect(await choose(mails, eve)).toBe("chosen");
    expect(await open(server, INBOX.team, ana)).toMatchObject({
      members: [
        { email: ANA, mails: "all" },
        { email: EVE, mails },
      ],
    });
  }
  expect(await server.services.team.mailed()).toEqual([ANA]);
  expect([await choose("some", eve), await choose("none", ana)]).toEqual([400, 400]);
  expect(await choose("none", await signIn(server))).toBe(404);
});

test("somebody ends their other sign-ins, another's, and those of the command line's links", async () => {
  const server = await startServer();
  const [here, there, link] = [
    await signInAs(server, ANA),
    await signInAs(server, ANA),
    await signIn(server),
  ];
  await press(server, INBOX.endSignIns, ANA, here);
  expect([await status(server, here), await status(server, there)]).toEqual([200, 401]);
  await press(server, INBOX.endSignIns, "", here);
  expect([await status(server, here), await status(server, link)]).toEqual([200, 401]);
});

test("no more than fifty are invited, and what is no address is refused", async () => {
  const server = await startServer();
  const ana = await signInAs(server, ANA);
  const now = new Date().toISOString();
  for (let n = 0; n < 50; n++)
    await addMember(server.store, { email: `m${n}@agency.example`, by: ANA, now, most: 50 });
  expect((await press(server, INBOX.team, EVE, ana)).what).toBe("full");
  for (const email of [
    "",
    "nobody",
    "a@b.example, c@d.example",
    "a@b.example\nBcc: c@d.example",
    "<i>@b.example",
  ])
    expect((await press(server, INBOX.team, email, ana)).status, email).toBe(400);
});
