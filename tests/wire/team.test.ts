import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { content } from "../content.ts";
import { MINUTE_MS } from "../../contract/durations.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { requestOrigin } from "../../server/inbox/sign-in/sign-in.ts";
import {
  browser,
  cookieOf,
  deedOf,
  formRequest,
  member,
  newLead,
  signIn,
  viewOf,
} from "./inbox-request.ts";
import * as signInsStatements from "../../server/leads/sign-ins.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";

const [ANA, EVE] = ["ana@agency.example", "eve@agency.example"];
const { labels } = content.mail.signIn;

const ask = (server: TestServer, email: string, headers = {}) =>
  server.send(formRequest(INBOX.ask, { email }, headers));

const mailsOf = ({ mailFolder }: TestServer) =>
  existsSync(mailFolder)
    ? readdirSync(mailFolder).filter((name) => name.endsWith(".sign-in.html"))
    : [];

/** The HTML of the newest mail. */
const newestMail = (server: TestServer) =>
  readFileSync(
    join(server.mailFolder, mailsOf(server).toSorted().at(-1) ?? ""),
    "utf8",
  );

async function mailedToken(server: TestServer, count = 1): Promise<string> {
  await vi.waitFor(() => expect(mailsOf(server)).toHaveLength(count));
  return /\/inbox\/sign-in\?token=([^"]+)"/.exec(newestMail(server))?.[1] ?? "";
}

type Browser = Awaited<ReturnType<typeof member>>;

const status = async ({ get }: Browser) => (await get(INBOX.path)).status;

async function press({ post }: Browser, path: string, email: string) {
  const answer = await post(path, { email });
  return { status: answer.status, what: deedOf(answer) };
}

test("everybody who asks for a link gets the same answer, and only members get a mail", async () => {
  const time = Date.now();
  const server = await startServer({ now: () => time });
  const answers = [];
  for (const email of [
    "eve@evil.example",
    "",
    "no address",
    ` ${ANA.toUpperCase()} `,
  ])
    answers.push(await ask(server, email));
  const [first, ...others] = answers.map(({ headers, ...answer }) => {
    const { "x-request-id": _id, date: _date, ...same } = headers;
    return { ...answer, headers: same };
  });
  expect(first).toMatchObject({ status: 200 });
  for (const other of others) expect(other).toEqual(first);
  await mailedToken(server);
  expect(newestMail(server)).toContain(
    `To ${ANA}<br>\nSubject: <b>Open the inbox of Nightshift</b></p>`,
  );
  // The link ignores the host that the request names.
  expect(newestMail(server)).toContain(
    'href="https://agency.example/inbox/sign-in?token=',
  );
  expect(server.log()).not.toMatch(/agency\.example|evil\.example|token=/);
});

test("the mail says who asked and roughly from where, without any text of the request", async () => {
  const server = await startServer({
    trustProxy: 1,
    now: () => Date.parse("2026-11-20T12:00:00Z"),
  });
  await ask(server, ANA, {
    "x-forwarded-for": "8.8.4.77",
    "user-agent":
      "Call +1 555 0199 now (Windows NT 10.0) Chrome/150 Safari/537 https://evil.example",
  });
  await mailedToken(server);
  const text = newestMail(server).replaceAll(/<[^>]+>/g, "");
  expect(text).toContain(
    `${labels.email}\n${ANA}\n${labels.at}\nFri, Nov 20, 7:00 AM EST\n${labels.from}\nChrome \u00b7 Windows \u00b7 8.8.4.x\n`,
  );
  expect(text).not.toMatch(/0199|evil|8\.8\.4\.77/);
});

test.each([
  [
    "2606:4700:10::ac43:1",
    "Mozilla/5.0 (iPhone) CriOS/150 Safari/604",
    "Chrome · iPhone · 2606:4700:10:x",
  ],
  [
    "::ffff:8.8.4.77",
    "(Macintosh; Mac OS X 10_15) Version/26 Safari/605",
    "Safari · macOS · 8.8.4.x",
  ],
  [
    "192.168.1.4",
    "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0",
    "Firefox · Linux",
  ],
])(
  "a request from %s with %s is described as %s",
  (address, userAgent, origin) =>
    expect(requestOrigin(address, userAgent)).toBe(origin),
);

test("a request for a link is answered before the link is made or mailed", async () => {
  const held = Promise.withResolvers<never>();
  const hanging = await startServer();
  const adding = vi
    .spyOn(signInsStatements, "addMemberLink")
    .mockReturnValue(held.promise);
  expect(viewOf(await ask(hanging, ANA))).toEqual({ view: "ask", sent: true });
  held.reject(new StoreUnavailable("the disk is full"));
  await vi.waitFor(() => expect(hanging.log()).toContain("the disk is full"));
  adding.mockRestore();
  const away = { kind: "retry", reason: "The mail server is away." } as const;
  const transport = {
    deliver: () => Promise.resolve(away),
    close: () => Promise.resolve(),
  };
  const refusing = await startServer({ transport });
  await ask(refusing, ANA);
  await vi.waitFor(() =>
    expect(refusing.log()).toContain("The mail server is away."),
  );
});

test("one address can ask for five links a minute, for any mailboxes", async () => {
  let time = Date.now();
  const now = () => (time += MINUTE_MS / 10);
  const server = await startServer({
    now,
    trustProxy: 1,
    rateLimit: { includeLoopback: true },
  });
  for (let times = 0; times < 5; times += 1)
    expect((await ask(server, ANA)).status).toBe(200);
  const refused = await ask(server, "eve@evil.example");
  expect(refused).toMatchObject({
    status: 429,
    headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  });
  expect(viewOf(refused)).toMatchObject({ reason: "too-many" });
  expect(
    (await ask(server, ANA, { "x-forwarded-for": "203.0.113.7" })).status,
  ).toBe(200);
  // A mailbox gets at most three links.
  await mailedToken(server, 3);
});

test("a sign-in opens nothing after its address is removed from NOTIFY_EMAIL", async () => {
  const server = await startServer();
  const { session } = await member(server, ANA);
  const later = await startServer({
    store: server.store,
    outbox: { notifyEmail: ["ben@agency.example"] },
  });
  expect(await browser(later, session).view(INBOX.path)).toEqual({
    view: "ask",
    sent: false,
  });
});

test("a member takes a lead and sets its follow-up, which the list shows", async () => {
  const server = await startServer({
    now: () => Date.parse("2026-01-31T12:00:00Z"),
  });
  const id = await newLead(server);
  const { view, post } = await member(server, ANA);
  const send = async (path: string, fields: Record<string, string>) =>
    (await post(path, fields)).headers["location"];
  const assign = (owner: string) => send(INBOX.owner(id), { owner });
  const followUp = (followUpOn: string) =>
    send(INBOX.followUp(id), { followUpOn });
  expect(await assign(ANA)).toBe(`${INBOX.lead(id)}#owner`);
  expect(await followUp("2026-01-31")).toBe(
    `${INBOX.lead(id)}#follow-up-saved`,
  );
  expect(await followUp("0026-02-01")).toBe(`${INBOX.lead(id)}#follow-up`);
  expect(await view(INBOX.lead(id))).toMatchObject({
    detail: {
      owner: ANA,
      followUpOn: "2026-01-31",
      history: [
        { kind: "follow-up", reason: "2026-01-31", author: ANA },
        { kind: "taken" },
      ],
    },
  });
  expect(await view(INBOX.path)).toMatchObject({
    list: { leads: [{ owner: ANA, followUpOn: "2026-01-31" }] },
    today: { calls: [], followUps: [{ id, owner: ANA }] },
  });
  expect(await view(`${INBOX.path}?filter=all`)).not.toHaveProperty("today");
  await assign("");
  await followUp("");
  expect(await view(INBOX.path)).toMatchObject({ today: { followUps: [] } });
  expect(await view(INBOX.lead(id))).not.toHaveProperty("detail.owner");
  for (const day of ["2026-02-31", "soon"])
    expect(await followUp(day), day).toBeUndefined();
  expect(await send(INBOX.followUp(id), {})).toBeUndefined();
  expect(await assign("eve@evil.example")).toBeUndefined();
  const link = browser(server, await signIn(server));
  expect((await link.post(INBOX.owner(id), { owner: ANA })).status).toBe(400);
});

test("an invited person gets one mail, opens the inbox with its link, and can ask for links", async () => {
  const server = await startServer();
  const ana = await member(server, ANA);
  const invited = await press(ana, INBOX.team, ` ${EVE.toUpperCase()} `);
  expect(invited).toEqual({ status: 303, what: "invited" });
  expect(await press(ana, INBOX.team, EVE)).toEqual(invited);
  const token = await mailedToken(server);
  const text = newestMail(server);
  expect(text).toContain(
    `To ${EVE}<br>\nSubject: <b>You&#39;re invited to the inbox of Nightshift</b>`,
  );
  expect(text).toContain(`${ANA} invited you to the inbox of Nightshift`);
  const eve = browser(
    server,
    cookieOf(await server.send(formRequest(INBOX.signIn, { token }))),
  );
  expect(await eve.view(INBOX.team)).toMatchObject({
    members: [
      { email: ANA },
      { email: EVE, invitedBy: ANA, invitedAt: expect.any(String) },
    ],
    signIns: [{ email: ANA }, { email: EVE }],
  });
  expect(server.log()).not.toContain(EVE);
  await server.send(formRequest(INBOX.ask, { email: EVE }));
  await mailedToken(server, 2);
});

test("a removed person is signed out at once on every device, and no link of theirs works", async () => {
  const server = await startServer();
  const ana = await member(server, ANA);
  await press(ana, INBOX.team, EVE);
  const [phone, desk] = [await member(server, EVE), await member(server, EVE)];
  expect([await status(phone), await status(desk)]).toEqual([200, 200]);
  expect(await press(ana, INBOX.removeMember, EVE)).toMatchObject({
    what: "removed",
  });
  expect([await status(phone), await status(desk)]).toEqual([401, 401]);
  const token = await mailedToken(server);
  const used = await server.send(formRequest(INBOX.signIn, { token }));
  expect(viewOf(used)).toEqual({ view: "error", reason: "used" });
  // Another invitation does not revive an earlier sign-in.
  await press(ana, INBOX.team, EVE);
  expect(await status(phone)).toBe(401);
  for (let half = 1; half <= 2; half++)
    expect(await press(ana, INBOX.removeMember, EVE)).toMatchObject({
      what: "removed",
    });
});

test("an address of NOTIFY_EMAIL is a member without an invitation, and cannot be removed", async () => {
  const server = await startServer({
    outbox: { notifyEmail: ["Ana@Agency.example", "ben@agency.example"] },
  });
  const ana = await member(server, ANA);
  for (const email of [ANA, "ben@agency.example"]) {
    expect(await press(ana, INBOX.team, email)).toMatchObject({
      what: "member",
    });
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
  expect([await choose("some", eve), await choose("none", ana)]).toEqual([
    400, 400,
  ]);
  expect(await choose("none", browser(server, await signIn(server)))).toBe(404);
});

test("a member can end their other sign-ins, and sign-ins with links of the command line", async () => {
  const server = await startServer();
  const [here, there] = [await member(server, ANA), await member(server, ANA)];
  const link = browser(server, await signIn(server));
  await press(here, INBOX.endSignIns, ANA);
  expect([await status(here), await status(there)]).toEqual([200, 401]);
  await press(here, INBOX.endSignIns, "");
  expect([await status(here), await status(link)]).toEqual([200, 401]);
});

test("an invalid address is not invited", async () => {
  const ana = await member(await startServer(), ANA);
  const two = ["a@b.example, c@d.example", "a@b.example\nBcc: c@d.example"];
  for (const email of ["", "nobody", ...two, "<i>@b.example"])
    expect((await press(ana, INBOX.team, email)).status, email).toBe(400);
});
