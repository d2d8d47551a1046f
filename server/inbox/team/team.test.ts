import { expect, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { mailSettings } from "../../../tests/support/outgoing.ts";
import {
  startServer,
  serverTest as test,
} from "../../../tests/support/server.ts";
import { mailedLink, newestMail } from "../../../tests/support/sign-in-mail.ts";
import { firstMail, mailKeeper } from "../../../tests/support/written-mail.ts";
import {
  browser,
  member,
  operatorOf,
} from "../../../tests/wire/inbox-request.ts";
import type { MailTransport } from "../../deliveries/mail/compose.ts";
import { createTeamPost } from "../notices/team-post.ts";

const { team, deeds, edit } = content.inbox;
const { errors, "sign-in": words } = content.linkPages;
const { choices } = team;
const ANA = "ana@agency.example";
const BEN = "ben@agency.example";
const EVE = "eve@agency.example";
const FAILING = { id: "x", number: 1, triedAt: "", skipped: [], reason: "404" };
const SENT = { kind: "sent" } as const;
const REFUSED = { kind: "refused", reason: "Unknown." } as const;
type Browser = Awaited<ReturnType<typeof member>>;

const teamPage = ({ open }: Browser) => open(INBOX.page("team"));
const invite = async (inviter: Browser, email: string) =>
  (await teamPage(inviter)).press(team.invite, { email });

test("an invited person gets one mail, and opens the inbox with its link for three days", async () => {
  const server = await startServer({ at: Date.parse("2026-11-20T12:00:00Z") });
  const { clock } = server;
  const ana = await member(server, ANA);
  const mistyped = await invite(ana, "eve at agency");
  expect(mistyped.heading).toBe(errors["no-address"].heading);
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
  expect(mail).toContain("Mon, Nov 23, 7:00\u00a0AM EST");
  const stranger = browser(server);
  clock.now += 3 * DAY_MS - MINUTE_MS;
  const opened = await (await stranger.open(link)).press(words.button);
  expect(opened.status).toBe(200);
  const { text } = await teamPage(ana);
  expect(text).toContain("Invited by Ana, Nov 20");
  clock.now += 2 * MINUTE_MS;
  expect((await stranger.open(link)).heading).toBe(errors.expired.heading);
  expect(server.log()).not.toContain(EVE);
});

test.each([
  [REFUSED, deeds.unmailed],
  [{ kind: "written" } as const, deeds.invited],
])("an invitation that is %o says so", async (result, said) => {
  const transport = { ...mailKeeper(), deliver: async () => result };
  const server = await startServer({ transport });
  const ana = await member(server, ANA);
  for (let press = 0; press < 2; press += 1)
    expect((await invite(ana, EVE)).said).toBe(said);
});

test("a mail to the team says whom it did not reach", async (server) => {
  for (const [to, reason] of [
    [[], "Nobody gets this mail."],
    [[ANA, BEN], "Not to 1 of 2 addresses: Unknown."],
  ] as const) {
    const deliver = vi.fn<MailTransport["deliver"]>(async () => SENT);
    const transport = { ...mailKeeper(), deliver };
    deliver.mockResolvedValueOnce(REFUSED);
    const readers = { ...server.services.team, mailed: async () => [...to] };
    const post = createTeamPost(mailSettings(), readers, transport);
    const result = await post.sendFailed("failed", "backup", []);
    expect(result).toHaveProperty("reason", reason);
  }
});

test("a reader of the page is offered what they may change, and changes nothing else", async () => {
  const server = await startServer({ outbox: { notifyEmail: [ANA, BEN] } });
  const ana = await member(server, ANA);
  await invite(ana, EVE);
  expect((await invite(ana, BEN)).said).toBe(deeds.member);
  const eve = await member(server, EVE);
  await operatorOf(server);
  const { role, takesLeads, mails } = choices;
  expect((await teamPage(eve)).labels).not.toContain(team.invite);
  const expectOfEve = async (status: number, ...forms: string[]) => {
    for (const form of forms) {
      const fields = Object.fromEntries(new URLSearchParams(form));
      const answer = await eve.post(INBOX.page("team"), fields);
      expect(answer.status, form).toBe(status);
    }
  };
  await expectOfEve(
    403,
    "email=x@agency.example",
    `removed=${BEN}`,
    `email=${EVE}&role=owner`,
    `email=${BEN}&takesLeads=no`,
    `signedOut=${ANA}`,
    "inTurn=yes",
  );
  await expectOfEve(303, `signedOut=${EVE}`);
  for (const chosen of ["all", "mine"] as const) {
    const page = await teamPage(eve);
    const { said } = await page.press(`${mails[chosen]} ${EVE}`);
    expect(said).toBe(deeds.chosen);
  }
  const page = await teamPage(ana);
  expect(page.chosen).toContain(`${mails.mine} ${EVE}`);
  await page.press(`${takesLeads.no} ${ANA}`);
  await page.press(`${role.owner} ${EVE}`);
  await expectOfEve(
    400,
    `removed=${EVE}`,
    `removed=${ANA.toUpperCase()}`,
    `email=${EVE}&role=member`,
    `email=${EVE}&mails=some`,
    "email=a@b.example, c@d.example",
    "email=a@b.example%0ABcc: c@d.example",
  );
  await expectOfEve(404, "email=x@agency.example&mails=none");
  await expectOfEve(
    303,
    `email=${ANA}&role=member&mails=none`,
    `removed=${BEN}`,
  );
  expect(await server.services.team.mailed()).toEqual([ANA]);
  for (const logged of [
    `"by":"ana@agency.example","msg":"somebody was invited`,
    `"by":"ana@agency.example","role":"owner","msg":"a member's role was changed`,
    `"by":"eve@agency.example","msg":"somebody was removed`,
  ])
    expect(server.log()).toContain(logged);
  const ended = await page.press(`${team.end} ${EVE}`);
  expect(ended.labels).toContain(`${team.again} ${EVE}`);
});

test("a member's other devices are signed out, and the one that asks is not", async (server) => {
  const [desk, phone] = [await member(server, ANA), await member(server, ANA)];
  await (await teamPage(desk)).press(`${team.endOthers} ${ANA}`);
  expect((await phone.get(INBOX.path)).status).toBe(401);
  expect((await desk.get(INBOX.path)).status).toBe(200);
});

test("who runs the site stands with each alarm, above the list and in mails", async () => {
  const server = await startServer({
    calendars: { states: async () => [FAILING] },
  });
  const ana = await member(server, ANA);
  const { heading } = team.runner;
  const page = await teamPage(ana);
  const typed = { runner: " Dana\u202e Ruiz", runnerPhone: "(201) 555-0142" };
  const saved = await page.press(edit.save, typed);
  expect(saved).toMatchObject({
    said: deeds.chosen,
    fields: { ...typed, runner: "Dana Ruiz" },
  });
  const list = await ana.open(INBOX.path);
  expect(list.text).toContain(`${heading}: Dana Ruiz (201) 555-0142`);
  const mailed = async () => {
    const keeper = mailKeeper();
    const post = createTeamPost(mailSettings(), server.services.team, keeper);
    await post.sendFailed("failed", "backup", ["The disk is full."]);
    return (await firstMail(keeper)).text;
  };
  expect(await mailed()).toContain(`${heading}: Dana Ruiz, (201) 555-0142`);
  await page.press(edit.save, { ...typed, runner: "" });
  expect(await mailed()).toContain(`${heading}: (201) 555-0142`);
  await page.press(edit.save, { runner: "", runnerPhone: "" });
  expect(await mailed()).not.toContain(heading);
});
