/** A stranger with several addresses has few mails sent to one mailbox, and the agency sees those that wait. */
import { WITHHELD } from "../../server/deliveries/conditions.ts";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { createMailChannel } from "../../server/deliveries/channels.ts";
import { createSmtpTransport } from "../../server/deliveries/mail/smtp-transport.ts";
import { createOutbox } from "../../server/deliveries/outbox.ts";
import { createWorker } from "../../server/deliveries/worker.ts";
import { startMailServer } from "../support/mail-server.ts";
import { mailSettings } from "../support/outgoing.ts";
import { signIn, formRequest, viewOf } from "./inbox-request.ts";
import { book, bookings, MONDAY_SEVEN, RATE_LIMIT, site, timesOf } from "./schedule-request.ts";
import { readLeadsAfter } from "../../server/leads/read-lead.ts";

const OFFICE = "ana@agency.example";

test("eight addresses that book, move and cancel send one mailbox its mails of a day; a press sends what waits", async () => {
  const server = await site({ trustProxy: 1, rateLimit: RATE_LIMIT });
  const { settings, mails } = await startMailServer("none");
  const toVisitor = () => mails.filter(({ to }) => !to.includes(OFFICE));
  const now = () => MONDAY_SEVEN;
  const start = () => {
    const worker = createWorker({
      outbox: createOutbox({ store: server.store, now, random: Math.random }),
      channel: createMailChannel(mailSettings({ now, notify: [OFFICE] }), createSmtpTransport(settings)),
      log: { warn() {}, error() {} },
      pause: () => setImmediate(),
    });
    worker.start();
    return worker;
  };
  const worker = start();
  const times = await timesOf(server);
  const attack = async (n: number) => {
    const from = { "x-forwarded-for": `${n + 1}.0.0.1` };
    const made = await book(server, { email: `victim+${n}@sample.co`, startsAt: times[n * 3] ?? "" }, from);
    const link = String(made.headers["location"]).replace("&booked", "");
    const change = (fields: Record<string, string>) => server.send(formRequest(link, fields, from));
    const moved = await change({ startsAt: times[n * 3 + 1] ?? "" });
    const last = n === 0 ? { startsAt: times[n * 3 + 2] ?? "" } : { cancel: "yes" };
    return [made.status, moved.status, (await change(last)).status];
  };
  for (let n = 0; n < 8; n++) expect(await attack(n)).toEqual([303, 303, 303]);
  const calls = await bookings(server);
  expect(calls.map(({ state, sequence }) => `${state} ${sequence}`).toSorted()).toEqual([
    "booked 2",
    ...Array.from({ length: 7 }, () => "cancelled 2"),
  ]);
  const isDone = async () => {
    const leads = await readLeadsAfter(server.store, { size: 99 });
    const all = leads.kind === "ok" ? leads.value.flatMap(({ deliveries }) => deliveries) : [];
    return all.every(({ state, nextAt }) => state !== "due" || Date.parse(nextAt) > MONDAY_SEVEN);
  };
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true);
  await worker.stop(5_000);
  expect(toVisitor().length).toBeGreaterThan(0);
  expect(toVisitor().length).toBeLessThanOrEqual(MAILBOX_MAILS_A_DAY);

  const headers = await signIn(server, MONDAY_SEVEN);
  const list = viewOf(await server.send({ path: INBOX.path, headers }));
  if (list.view !== "list") throw new Error("The list is not shown.");
  const [waiting] = list.overview.withheldLeads;
  expect(list.overview.withheld).toBeGreaterThan(0);
  const before = toVisitor().length;
  const lead = viewOf(await server.send({ path: INBOX.lead(waiting?.id ?? ""), headers }));
  if (lead.view !== "lead") throw new Error("The lead is not shown.");
  const withheld = lead.detail.deliveries.find(
    ({ state, lastError }) => state === "dead" && lastError === WITHHELD,
  );
  const press = formRequest(INBOX.revive(waiting?.id ?? "", withheld?.id ?? ""), {}, headers);
  expect(await server.send(press)).toMatchObject({ status: 303 });
  const again = start();
  await expect.poll(() => toVisitor().length, { timeout: 30_000 }).toBe(before + 1);
  await again.stop(5_000);
});
