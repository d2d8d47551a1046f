import { expect, test } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { content } from "../../../tests/content.ts";
import {
  mailedToken,
  newestMail,
} from "../../../tests/support/sign-in-mail.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  browser,
  formRequest,
  member,
  signIn,
} from "../../../tests/wire/inbox-request.ts";

const { team, deeds } = content.inbox;
const { errors, "sign-in": words } = content.linkPages;
const [ANA, BEN, EVE] = [
  "ana@agency.example",
  "ben@agency.example",
  "eve@agency.example",
];
const remove = `${team.removeYes} ${EVE}`;
type Browser = Awaited<ReturnType<typeof member>>;

const status = async ({ get }: Browser) => (await get(INBOX.path)).status;

const invite = async ({ open }: Browser, email: string) =>
  (await open(INBOX.team)).press(team.invite, { email });

test("an invited person gets one mail, and opens the inbox with its link for three days", async () => {
  const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
  const server = await startServer({ now: () => clock.now });
  const ana = await member(server, ANA);
  for (let press = 0; press < 2; press += 1)
    expect((await invite(ana, ` ${EVE.toUpperCase()} `)).said).toBe(
      deeds.invited,
    );
  const link = `${INBOX.signIn}?token=${await mailedToken(server)}`;
  const mail = newestMail(server);
  expect(mail).toContain(
    `To ${EVE}<br>\nSubject: <b>You&#39;re invited to the inbox of Nightshift</b>`,
  );
  expect(mail).toContain(`${ANA} invited you to the inbox of Nightshift`);
  const stranger = browser(server, { cookie: "" });
  clock.now += 3 * DAY_MS - MINUTE_MS;
  const opened = await (await stranger.open(link)).press(words.button);
  expect(opened.status).toBe(200);
  const { text } = await ana.open(INBOX.team);
  expect(text).toContain(EVE);
  expect(text).toContain("Invited by Ana, Nov 20");
  clock.now += 2 * MINUTE_MS;
  expect((await stranger.open(link)).heading).toBe(errors.expired.heading);
  expect(server.log()).not.toContain(EVE);
});

test("a removed person is signed out at once on every device, and no link of theirs works", async () => {
  const server = await startServer();
  const ana = await member(server, ANA);
  await invite(ana, EVE);
  const [phone, desk] = [await member(server, EVE), await member(server, EVE)];
  expect([await status(phone), await status(desk)]).toEqual([200, 200]);
  const page = await ana.open(INBOX.team);
  for (let press = 0; press < 2; press += 1) {
    const removed = await page.press(remove);
    expect(removed.said).toBe(deeds.removed);
    expect(removed.text).not.toContain(EVE);
  }
  expect([await status(phone), await status(desk)]).toEqual([401, 401]);
  const token = await mailedToken(server);
  const used = await server.send(formRequest(INBOX.signIn, { token }));
  expect(used.body).toContain(errors.used.heading);
  // Another invitation does not revive an earlier sign-in.
  await invite(ana, EVE);
  expect(await status(phone)).toBe(401);
});

test("an address of NOTIFY_EMAIL is a member without an invitation, and cannot be removed", async () => {
  const server = await startServer({
    outbox: { notifyEmail: ["Ana@Agency.example", BEN] },
  });
  const ana = await member(server, ANA);
  expect((await invite(ana, BEN)).said).toBe(deeds.member);
  const page = await ana.open(INBOX.team);
  expect(page.text).toMatch(/ana@agency.*ben@agency/);
  const labels = page.buttons.map(({ label }) => label).join();
  expect(labels).not.toContain(team.removeYes);
  const refused = await ana.post(INBOX.removeMember, { email: BEN });
  expect(refused.status).toBe(400);
  expect(await status(ana)).toBe(200);
});

test("an invited member chooses which mails to get, and an address of NOTIFY_EMAIL gets all", async () => {
  const server = await startServer();
  const ana = await member(server, ANA);
  await invite(ana, EVE);
  const eve = await member(server, EVE);
  for (const mails of ["none", "mine", "all", "mine"] as const) {
    const page = await eve.open(INBOX.team);
    const chosen = await page.press(team.choices[mails]);
    expect(chosen.said).toBe(deeds.chosen);
    expect((await ana.open(INBOX.team)).text).toContain(team.gets[mails]);
  }
  expect(await server.services.team.mailed()).toEqual([ANA]);
  const choose = async (mails: string, { post }: Browser) =>
    (await post(INBOX.teamMails, { mails })).status;
  const link = browser(server, await signIn(server));
  expect([
    await choose("some", eve),
    await choose("none", ana),
    await choose("none", link),
  ]).toEqual([400, 400, 404]);
});

test.each([
  "",
  "nobody",
  "a@b.example, c@d.example",
  "a@b.example\nBcc: c@d.example",
  "<i>@b.example",
])("the address %j is not invited", async (email) => {
  const ana = await member(await startServer(), ANA);
  expect((await invite(ana, email)).status).toBe(400);
});
