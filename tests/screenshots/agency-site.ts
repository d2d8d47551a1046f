/** The built site of an agency after thirty days of leads, mails and pressed buttons. Only its clock is ours. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import * as v from "valibot";
import { INBOX } from "../../contract/inbox.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { versionOf } from "../../contract/lead-visit.ts";
import { REST_PATH, SOURCE_HEADER, STEPS_PATH } from "../../contract/rest-api.ts";
import { newFolder, startOurs } from "../bench/servers.ts";
import { listen } from "../machine/free-port.ts";
import { content } from "../content.ts";
import { ANA, BEN, LEADS, NOW, VISITS } from "./sample-agency.ts";

const { bookCall, inbox, leadContent, linkPages } = content;
const HOUR_MS = 3_600_000;

const Rows = v.array(v.object({ id: v.string() }));

interface AgencySite {
  origin: string;
  /** Cookies of a browser in which Ana is signed in. */
  cookies: Awaited<ReturnType<BrowserContext["storageState"]>>;
  stop(): Promise<void>;
}

export async function startAgencySite(browser: Browser): Promise<AgencySite> {
  const folder = newFolder();
  const mails: Email[] = [];
  const mailServer = await startMailServer(mails);
  const clock = join(folder, "clock");
  // Forwards alone: set back, it would not be believed, and reminders would wait.
  setClock(NOW - Math.max(...LEADS.map(({ hoursAgo }) => hoursAgo)) * HOUR_MS);
  const standing = pathToFileURL(join(import.meta.dirname, "standing-clock.ts"));
  standing.searchParams.set("file", clock);
  const site = await startOurs({
    NODE_OPTIONS: `--import=${standing.href}`,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    TEAM_EMAILS: `${ANA},${BEN}`,
    BACKUPS_KEPT: "0",
    // None is due before the pictures: a clock that leaps over weeks is doubted, and sends no reminders.
    ALERT_HOURS: "Sun 10:00-12:00",
  });
  const people = new Map<string, BrowserContext>();
  const ids = new Map<string, string>();

  /** At once, so that nobody reads half a time. */
  function setClock(time: number): void {
    writeFileSync(`${clock}.new`, String(time));
    renameSync(`${clock}.new`, clock);
  }

  async function send({ fields, source }: (typeof LEADS)[number]): Promise<void> {
    const response = await fetch(`${site.origin}${REST_PATH}/${LEADS_TABLE}`, {
      method: "POST",
      headers: {
        apikey: site.publicKey,
        "content-type": "application/json",
        prefer: "return=representation",
        [SOURCE_HEADER]: `${versionOf(bookCall.consent)} ${source}`,
      },
      body: JSON.stringify(fields),
    });
    for (const { id } of v.parse(Rows, await response.json())) ids.set(fields.email, id);
    await until(async () => (await metrics()).includes("\nnightshift_deliveries_undelivered 0\n"));
  }

  async function metrics(): Promise<string> {
    const headers = { authorization: `Bearer ${site.secretKey}` };
    return (await fetch(`${site.origin}/metrics`, { headers })).text();
  }

  /** A page of the inbox in this person's browser. A sign-in lasts a week; then another link is asked for. */
  async function open(person: string, path: string) {
    const context = people.get(person) ?? (await browser.newContext({ baseURL: site.origin }));
    people.set(person, context);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(path);
    const address = page.getByLabel(linkPages.ask.label);
    if (!(await address.isVisible())) return page;
    const before = mails.length;
    await address.fill(person);
    await page.getByRole("button", { name: linkPages.ask.button }).click();
    await until(async () => mails.length > before);
    const { pathname, search } = new URL(/http\S+token=\S+/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "");
    await page.goto(pathname + search);
    await page.getByRole("button", { name: linkPages["sign-in"].button }).click();
    await page.goto(path);
    return page;
  }

  async function work(email: string, { by, press, note }: (typeof LEADS)[number]["work"][number]) {
    const page = await open(by, INBOX.lead(ids.get(email) ?? ""));
    await page.getByRole("button", { name: press, exact: true }).click();
    if (note === undefined) return;
    await page.getByLabel(leadContent.noteLabel).fill(note);
    await page.getByRole("button", { name: leadContent.addNote }).click();
  }

  async function visit(): Promise<void> {
    for (const { source, ...steps } of VISITS)
      for (const [step, count] of Object.entries(steps))
        for (let n = 0; n < count; n++)
          await fetch(`${site.origin}${STEPS_PATH}`, { method: "POST", body: `${step} ${source}` });
  }

  const happened = LEADS.flatMap((lead) => {
    const came = NOW - lead.hoursAgo * HOUR_MS;
    return [
      { at: came, run: () => send(lead) },
      ...lead.work.map((one) => ({
        at: came + one.after * HOUR_MS,
        run: () => work(lead.fields.email, one),
      })),
    ];
  });
  for (const { at, run } of happened.toSorted((a, b) => a.at - b.at)) {
    setClock(at);
    await run();
  }
  setClock(NOW);
  await visit();
  const visits = VISITS.reduce((sum, figures) => sum + figures.visits, 0);
  const funnel = await open(ANA, INBOX.funnel);
  const all = funnel.getByRole("img", {
    name: `${inbox.funnel.all}: ${inbox.funnel.figures.visits} ${visits},`,
  });
  await until(async () => (await funnel.reload(), await all.isVisible()));
  return {
    origin: site.origin,
    cookies: await funnel.context().storageState(),
    async stop() {
      for (const context of people.values()) await context.close();
      await site.stop();
      mailServer.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startMailServer(mails: Email[]): Promise<{ port: number; close: () => void }> {
  async function keep(stream: SMTPServerDataStream, done: () => void): Promise<void> {
    mails.push(await PostalMime.parse(await buffer(stream)));
    done();
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => void keep(stream, done),
  });
  return { port: await listen(server.server), close: () => server.close() };
}

/** @throws after ten seconds */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It did not come true: ${String(holds)}`);
    await wait(50);
  }
}
