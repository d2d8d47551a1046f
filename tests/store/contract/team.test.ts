/**
 * What an owner gives and takes on the team's page,
 * as the mails of a real mail server show it.
 */

import { expect, vi } from "vitest";
import { INBOX, LINK_PATHS } from "../../../contract/http/routes.ts";
import { createSmtpTransport } from "../../../server/deliveries/mail/smtp-transport.ts";
import { channelSettings } from "../../../server/deliveries/settings.ts";
import { createDeliveryWorker } from "../../../server/lifecycle/delivery-worker.ts";
import type { Database } from "../../../server/store/database.ts";
import { content } from "../../content.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { LINK_SECRET } from "../../support/outgoing.ts";
import { startServer } from "../../support/server.ts";
import {
  browser,
  formRequest,
  member,
  newLead,
} from "../../wire/inbox-request.ts";
import { ANA, BEN, HOUR } from "./scenario.ts";
import { testWith } from "./stores.ts";

const { team, deeds, owned } = content.inbox;
const { errors, ask } = content.linkPages;
const NOON = Date.parse("2026-11-20T17:00:00.000Z");
const { takesLeads, inTurn } = team.choices;

/**
 * A site whose mails go to a mail server. Its settings
 * name Ana and then Ben, as before an update.
 */
async function start(store: Database) {
  const mailServer = await startMailServer("none");
  const transport = createSmtpTransport(mailServer.settings);
  const server = await startServer({
    // Other tests use the store, too.
    store: {
      read: (work) => store.read(work),
      write: (work) => store.write(work),
      forgetDeleted: () => store.forgetDeleted(),
      close: async () => {},
    },
    transport,
    at: NOON,
    outbox: { notifyEmail: [ANA, BEN] },
  });
  const { services } = server;
  const secrets = { linkSecret: LINK_SECRET, webhookSecrets: [] };
  const { env, content: built, now } = services;
  const channels = channelSettings(env, built, secrets, now);

  /**
   * Sends what is due. @returns the mails to
   * the agency since, as `reader subject`
   */
  async function mailed() {
    const before = mailServer.mails.length;
    const { worker } = createDeliveryWorker(services, channels, transport);
    const due = () =>
      store.read(
        (query) => query`SELECT id FROM deliveries WHERE state = 'due'`,
      );
    worker.start();
    await vi.waitFor(async () => expect(await due()).toEqual([]), 60_000);
    await worker.stop();
    return mailServer.mails
      .slice(before)
      .map(({ to, parsed }) => `${to.join()} ${parsed.subject}`)
      .filter((mail) => mail.includes("@agency") && mail.includes("lead:"))
      .toSorted();
  }
  return {
    server,
    mails: mailServer.mails,
    ana: await member(server, ANA),
    /** Who gets the mail about a new lead. */
    async readersOfLead(changes = {}) {
      await newLead(server, changes);
      return (await mailed()).map((mail) => mail.split(" ")[0]);
    },
    mailed,
  };
}
type Made = Awaited<ReturnType<typeof start>>;

const test = testWith(start);

async function press({ ana }: Made, label: string, typed = {}) {
  const page = await ana.open(INBOX.page("team"));
  return page.press(label, typed);
}

test("who was removed has no sign-in, no mail, no link and no calendar, though the settings name the address", async (made) => {
  const { server, mails } = made;
  const [phone, desk] = [await member(server, BEN), await member(server, BEN)];
  const lead = INBOX.lead(await newLead(server));
  await phone.post(lead, { owner: BEN });
  // A wrong clock, which the worker mends.
  await server.store.write(
    (query) =>
      query`UPDATE deliveries SET next_at = '2099-01-01T00:00:00.000Z'`,
  );
  await made.mailed();
  const html = mails.find(({ to }) => to.includes(BEN))?.parsed.html ?? "";
  const links = [...html.matchAll(/\/inbox\/link\/[^"]+/g)].map(([at]) => at);
  expect(links.length).toBeGreaterThan(1);
  const { text } = await phone.open(INBOX.calls);
  const [path = ""] = /\/schedule\/feed\.ics\S+/.exec(text) ?? [];
  expect((await server.send({ path })).status).toBe(200);
  const stranger = browser(server);
  for (const link of links)
    expect((await stranger.open(link)).status).toBe(200);
  await stranger.post(INBOX.ask, { email: BEN });
  await vi.waitFor(() =>
    expect(mails.at(-1)?.parsed.subject).toContain("Open the inbox"),
  );
  const { html: signInMail = "" } = mails.at(-1)?.parsed ?? {};
  const [, token = ""] = /sign-in\?token=([^"&]+)/.exec(signInMail) ?? [];

  const email = "late@sample.co";
  await newLead(server, { email });
  expect((await press(made, `${team.removeYes} ${BEN}`)).said).toBe(
    deeds.removed,
  );
  expect((await made.ana.open(lead)).text).not.toContain("Ben has it");
  const sent = mails.length;
  expect((await server.send({ path })).status).toBe(404);
  for (const { get, post } of [phone, desk]) {
    expect((await get(INBOX.path)).status).toBe(401);
    expect((await post(INBOX.page("team"), { email: BEN })).status).toBe(401);
  }
  for (const link of links) {
    expect(await stranger.open(link)).toMatchObject({
      status: 410,
      heading: errors.expired.heading,
    });
  }
  const [show = ""] = links.filter((link) => link.includes(LINK_PATHS.show));
  const asks = [
    formRequest(INBOX.ask, { email: BEN }),
    formRequest(INBOX.ask, { email: ` BEN@ＡGENCY.example ` }),
    formRequest(show),
  ];
  const answers = [];
  for (const one of asks) answers.push((await server.send(one)).body);
  expect(answers[0]).toContain(ask.sent.heading);
  expect(answers[2]).toContain(errors.expired.heading);
  const used = await server.send(formRequest(`${INBOX.signIn}?token=${token}`));
  expect(used.body).toContain(errors.used.heading);
  // The mail about the lead before, which was planned for Ben, goes to Ana.
  expect(await made.readersOfLead()).toEqual([ANA, ANA, ANA]);
  const readers = mails.slice(sent).flatMap(({ to }) => to);
  expect(readers).not.toContain(BEN);
  expect(readers).toContain(email);
  const invited = await press(made, team.invite, { email: BEN });
  expect(invited.said).toBe(deeds.invited);
  expect((await phone.get(INBOX.path)).status, "an old sign-in").toBe(401);
});

test("in turn, one member gets a new lead and is its owner, and a person's next lead is theirs, too, unless they were parted", async (made) => {
  const { server, ana, mails } = made;
  await press(made, inTurn.yes);
  const email = "dana@sample.co";
  expect(await made.readersOfLead({ email })).toEqual([ANA]);
  const id = await newLead(server);
  expect(await made.mailed()).toEqual([expect.stringContaining(BEN)]);
  const toBen = mails.find(({ to }) => to.includes(BEN));
  expect(toBen?.parsed.text).toContain(content.mail.notification.yours);
  expect((await ana.open(INBOX.lead(id))).text).toContain(
    owned.replace("{by}", "Ben"),
  );
  await server.services.sendTest();
  expect(await made.mailed(), "a test").toHaveLength(2);
  await newLead(server, { problems: "[url=https://x.example]cheap[/url]" });
  server.clock.now += HOUR;
  await newLead(server, { email });
  expect(await made.mailed()).toEqual([]);
  const told = mails.find(({ parsed }) => parsed.subject?.startsWith("Again:"));
  const { references } = mails[0]?.parsed ?? {};
  const text = expect.stringContaining(
    "has waited for an answer since Fri, Nov 20, 12:00 PM EST",
  );
  expect(told).toMatchObject({ to: [ANA], parsed: { references, text } });
  expect(await made.readersOfLead()).toEqual([ANA]);
  await server.store.write(
    (query) => query`UPDATE lead_contexts SET person = 'parted'`,
  );
  expect(await made.readersOfLead({ email })).toEqual([BEN]);
  await press(made, `${takesLeads.no} ${ANA}`);
  expect(await made.readersOfLead()).toEqual([BEN]);
  await press(made, inTurn.no);
  expect(await made.readersOfLead()).toEqual([BEN]);
});
