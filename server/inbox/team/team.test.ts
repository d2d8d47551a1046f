import { expect } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { content } from "../../../tests/content.ts";
import { mailedLink, newestMail } from "../../../tests/support/sign-in-mail.ts";
import { mailSettings } from "../../../tests/support/outgoing.ts";
import { firstMail, mailKeeper } from "../../../tests/support/written-mail.ts";
import { createTeamPost } from "../notices/team-post.ts";
import {
  startServer,
  serverTest as test,
} from "../../../tests/support/server.ts";
import {
  browser,
  member,
  operatorOf,
} from "../../../tests/wire/inbox-request.ts";

const { team, deeds } = content.inbox;
const { errors, "sign-in": words } = content.linkPages;
const [ANA, EVE] = ["ana@agency.example", "eve@agency.example"];
const FAILING = { id: "x", number: 1, triedAt: "", skipped: [], reason: "404" };
type Browser = Awaited<ReturnType<typeof member>>;

const invite = async ({ open }: Browser, email: string) =>
  (await open(INBOX.page("team"))).press(team.invite, { email });

test("an invited person gets one mail, and opens the inbox with its link for three days", async () => {
  const at = Date.parse("2026-11-20T12:00:00Z");
  const server = await startServer({ at });
  const { clock } = server;
  const ana = await member(server, ANA);
  for (let press = 0; press < 2; press += 1)
    expect((await invite(ana, ` ${EVE.toUpperCase()} `)).said).toBe(
      deeds.invited,
    );
  const link = await mailedLink(server);
  const mail = newestMail(server);
  expect(mail).toContain(
    `To ${EVE}<br>\nSubject: <b>You&#39;re invited to the inbox of Nightshift</b>`,
  );
  expect(mail).toContain(`${ANA} invited you to the inbox of Nightshift`);
  const stranger = browser(server);
  clock.now += 3 * DAY_MS - MINUTE_MS;
  const opened = await (await stranger.open(link)).press(words.button);
  expect(opened.status).toBe(200);
  const { text } = await ana.open(INBOX.page("team"));
  expect(text).toContain(EVE);
  expect(text).toContain("Invited by Ana, Nov 20");
  clock.now += 2 * MINUTE_MS;
  expect((await stranger.open(link)).heading).toBe(errors.expired.heading);
  expect(server.log()).not.toContain(EVE);
});

test("a member's other devices are signed out, and the one that asks is not", async (server) => {
  const [desk, phone] = [await member(server, ANA), await member(server, ANA)];
  await desk.post(INBOX.page("team"), { signedOut: ANA });
  expect((await phone.get(INBOX.path)).status).toBe(401);
  expect((await desk.get(INBOX.path)).status).toBe(200);
});

test("a member chooses which mails to get, and the owner gets all", async (server) => {
  const ana = await member(server, ANA);
  await invite(ana, EVE);
  const eve = await member(server, EVE);
  const { choices } = team;
  for (const mails of ["none", "mine", "all", "mine"] as const) {
    const page = await eve.open(INBOX.page("team"));
    const chosen = await page.press(`${choices.mails[mails]} ${EVE}`);
    expect(chosen.said).toBe(deeds.chosen);
    expect((await ana.open(INBOX.page("team"))).text).toContain(
      `${choices.mails.label}: ${choices.mails[mails]}`,
    );
  }
  expect(await server.services.team.mailed()).toEqual([ANA]);
  const link = await operatorOf(server);
  const choose = async ({ post }: Browser, fields: Record<string, string>) =>
    (await post(INBOX.page("team"), fields)).status;
  expect([
    await choose(eve, { email: EVE, mails: "some" }),
    await choose(ana, { email: ANA, mails: "none" }),
    await choose(link, { email: "x@agency.example", mails: "none" }),
  ]).toEqual([400, 400, 404]);
});

test("who runs the site stands with each alarm, above the list and in mails", async () => {
  const server = await startServer({ calendars: { states: () => [FAILING] } });
  const ana = await member(server, ANA);
  const { heading } = team.runner;
  expect((await ana.open(INBOX.path)).text).not.toContain(heading);
  const page = await ana.open(INBOX.page("team"));
  const typed = { runner: " Dana\u202e Ruiz", runnerPhone: "(201) 555-0142" };
  const saved = await page.press(team.save, typed);
  expect(saved.said).toBe(deeds.chosen);
  const list = await ana.open(INBOX.path);
  expect(list.text).toContain(`${heading}: Dana Ruiz (201) 555-0142`);
  expect(list.links["(201) 555-0142"]).toBe("tel:2015550142");
  const keeper = mailKeeper();
  const post = createTeamPost(mailSettings(), server.services.team, keeper);
  await post.sendFailed("failed", "backup", ["The disk is full."]);
  expect((await firstMail(keeper)).text).toContain("Dana Ruiz, (201) 555-0142");
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
