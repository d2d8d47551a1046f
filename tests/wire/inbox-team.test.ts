/** The team in the inbox: invitations, removals, and the ends of sign-ins. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { browser, cookieOf, deedOf, formRequest, member, signIn, viewOf } from "./inbox-request.ts";
import { addMember } from "../../server/leads/sign-ins.ts";

const [ANA, EVE] = ["ana@agency.example", "eve@agency.example"];

type Browser = Awaited<ReturnType<typeof member>>;

const status = async ({ get }: Browser) => (await get(INBOX.path)).status;

async function press({ post }: Browser, path: string, email: string) {
  const answer = await post(path, { email });
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
  const ana = await member(server, ANA);
  const invited = await press(ana, INBOX.team, ` ${EVE.toUpperCase()} `);
  expect(invited).toEqual({ status: 303, what: "invited" });
  const [token = "", ...more] = tokens(server);
  expect(more).toEqual([]);
  const [mail = ""] = readdirSync(server.mailFolder);
  const text = readFileSync(join(server.mailFolder, mail), "utf8");
  expect(text).toContain(`To ${EVE}<br>\nSubject: <b>You&#39;re invited to the inbox of Nightshift</b>`);
  expect(text).toContain(`${ANA} invited you to the inbox of Nightshift`);
  const eve = browser(server, cookieOf(await server.send(formRequest(INBOX.signIn, { token }))));
  expect(await eve.view(INBOX.team)).toMatchObject({
    members: [{ email: ANA }, { email: EVE, invitedBy: ANA, invitedAt: expect.any(String) }],
    signIns: [{ email: ANA }, { email: EVE }],
  });
  expect(server.log()).not.toContain(EVE);
  await server.send(formRequest(INBOX.ask, { email: EVE }));
  await expect.poll(() => tokens(server).length).toBe(2);
});

test("a removed person is out at once on every device, and no link of theirs works", async () => {
  const server = await startServer();
  const ana = await member(server, ANA);
  await press(ana, INBOX.team, EVE);
  const [phone, desk] = [await member(server, EVE), await member(server, EVE)];
  expect([await status(phone), await status(desk)]).toEqual([200, 200]);
  expect(await press(ana, INBOX.removeMember, EVE)).toMatchObject({ what: "removed" });
  expect([await status(phone), await status(desk)]).toEqual([401, 401]);
  const [token = ""] = tokens(server);
  const used = await server.send(formRequest(INBOX.signIn, { token }));
  expect(viewOf(used)).toEqual({ view: "error", reason: "used" });
  // An invitation after a removal revives no earlier sign-in.
  await press(ana, INBOX.team, EVE);
  expect(await status(phone)).toBe(401);
  expect((await press(ana, INBOX.removeMember, "nobody@agency.example")).status).toBe(404);
});

test("nobody removes the addresses of NOTIFY_EMAIL, not even a person who invited them before", async () => {
  const server = await startServer({ outbox: { notifyEmail: ["Ana@Agency.example", "ben@agency.example"] } });
  const ana = await member(server, ANA);
  for (const email of [ANA, "ben@agency.example"]) {
    expect(await press(ana, INBOX.team, email)).toMatchObject({ what: "member" });
    expect((await press(ana, INBOX.removeMember, email)).status).toBe(400);
  }
  expect(await status(ana)).toBe(200);
  const members = [{ email: ANA }, { email: "ben@agency.example" }];
  expect(await ana.view(INBOX.team)).toMatchObject({ members });
});

test("an invited member chooses which mails to get, and an address of NOTIFY_EMAIL gets all", async () => {
  const server = await startServer();
  const ana = await member(server, ANA);
  await press(ana, INBOX.team, EVE);
  const eve = await member(server, EVE);
  const choose = async (mails: string, { post }: Browser) => {
    const answer = await post(INBOX.teamMails, { mails });
    return deedOf(answer) ?? answer.status;
  };
  for (const mails of ["none", "mine", "all", "mine"]) {
    expect(await choose(mails, eve)).toBe("chosen");
    const members = [{ mails: "all" }, { email: EVE, mails }];
    expect(await ana.view(INBOX.team)).toMatchObject({ members });
  }
  expect(await server.services.team.mailed()).toEqual([ANA]);
  expect([await choose("some", eve), await choose("none", ana)]).toEqual([400, 400]);
  expect(await choose("none", browser(server, await signIn(server)))).toBe(404);
});

test("somebody ends their other sign-ins, another's, and those of the command line's links", async () => {
  const server = await startServer();
  const [here, there] = [await member(server, ANA), await member(server, ANA)];
  const link = browser(server, await signIn(server));
  await press(here, INBOX.endSignIns, ANA);
  expect([await status(here), await status(there)]).toEqual([200, 401]);
  await press(here, INBOX.endSignIns, "");
  expect([await status(here), await status(link)]).toEqual([200, 401]);
});

test("no more than fifty are invited, and what is no address is refused", async () => {
  const server = await startServer();
  const ana = await member(server, ANA);
  const now = new Date().toISOString();
  for (let n = 0; n < 50; n++)
    await addMember(server.store, { email: `m${n}@agency.example`, by: ANA, now, most: 50 });
  expect((await press(ana, INBOX.team, EVE)).what).toBe("full");
  const two = ["a@b.example, c@d.example", "a@b.example\nBcc: c@d.example"];
  for (const email of ["", "nobody", ...two, "<i>@b.example"])
    expect((await press(ana, INBOX.team, email)).status, email).toBe(400);
});
