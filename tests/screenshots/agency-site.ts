/** The built site of an agency with thirty days of leads, and a browser in which Ana is signed in. Its clock stands. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext } from "@playwright/test";
import { sumOf } from "../../contract/funnel.ts";
import { versionOf } from "../../contract/lead-visit.ts";
import { root } from "../../scripts/root.ts";
import { loadBuiltSite } from "../../server/http/built-site.ts";
import { readVisit } from "../../server/leads/read-visit.ts";
import { createSignedLinks, LINK_PATHS } from "../../server/outbox/links/signed-links.ts";
import { openStore } from "../../server/storage/open-store.ts";
import { newFolder, startOurs } from "../bench/servers.ts";
import { content } from "../content.ts";
import { createParts } from "../fakes/parts.ts";
import { recordResults } from "../fakes/results.ts";
import { LEADS, NOW, VISITS } from "./sample-agency.ts";

const HOUR_MS = 3_600_000;
const LINK_SECRET = "ns_link_only-for-the-pictures";

interface AgencySite {
  origin: string;
  /** Cookies of the browser. */
  cookies: Awaited<ReturnType<BrowserContext["storageState"]>>;
  stop(): Promise<void>;
}

export async function startAgencySite(browser: Browser): Promise<AgencySite> {
  const folder = newFolder();
  await fill(folder);
  const standing = pathToFileURL(join(import.meta.dirname, "standing-clock.ts"));
  standing.searchParams.set("now", String(NOW));
  const quiet = { WORKER: "off", BACKUPS_KEPT: "0", LINK_SECRET };
  const site = await startOurs({ NODE_OPTIONS: `--import=${standing.href}`, ...quiet }, folder);
  const page = await browser.newPage({ baseURL: site.origin });
  const link = { purpose: "inbox", subject: "", expiresAt: NOW + 12 * HOUR_MS } as const;
  await page.goto(`${LINK_PATHS.inbox}?token=${createSignedLinks(LINK_SECRET).sign(link)}`);
  await page.getByRole("button", { name: content.linkPages["sign-in"].button }).click();
  await page.getByRole("heading", { name: content.inbox.heading }).waitFor();
  const cookies = await page.context().storageState();
  await page.close();
  return {
    origin: site.origin,
    cookies,
    async stop() {
      await site.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Leads, their deliveries and the work on them, each at its time. */
async function fill(dataDir: string): Promise<void> {
  const { manifest } = await loadBuiltSite(join(root, "dist"), "a-public-key");
  const store = await openStore({ dataDir, databaseUrl: undefined }, () => {});
  let time = NOW;
  const now = () => time;
  const { form } = manifest;
  const { admin, submitLeads } = createParts(store, { now, form, mailFolder: join(dataDir, "mail") });
  const consent = versionOf(content.bookCall.consent);
  const ids = new Map<string, string>();

  async function send({ fields, source }: (typeof LEADS)[number]): Promise<void> {
    const [page, referrer] = source.split(" ");
    const sent = { source: "wire", seen: { consent, page, referrer }, formTiming: {} } as const;
    const stored = await submitLeads([{ fields }], { kind: "never" }, sent);
    if (stored.kind !== "stored") throw new Error(`A lead was not stored: ${stored.kind}.`);
    for (const { id } of stored.rows) ids.set(fields.email, id);
  }

  async function work(email: string, { by, did, note }: (typeof LEADS)[number]["work"][number]) {
    const id = ids.get(email) ?? "";
    if (did === "answered") await admin.answer({ id }, by);
    else await admin.outcome({ id, outcome: did }, by);
    if (note !== undefined) await admin.note({ id, text: note }, by);
  }

  const happened = LEADS.flatMap((lead) => {
    const came = NOW - lead.hoursAgo * HOUR_MS;
    const worked = lead.work.map((one) => ({
      at: came + one.after * HOUR_MS,
      run: () => work(lead.fields.email, one),
    }));
    return [{ at: came, run: () => send(lead) }, ...worked];
  });
  for (const { at, run } of [...happened, { at: NOW, run: async () => {} }].toSorted((a, b) => a.at - b.at)) {
    time = at;
    await run();
    await recordResults(store, "mail", { kind: "sent" }, now);
  }
  const sources = VISITS.map(({ source, ...steps }) => {
    const [page, referrer] = source.split(" ");
    const sent = LEADS.filter((lead) => lead.source === source).length;
    return { ...sumOf(readVisit({ page, referrer }, "").from, []), sent, ...steps };
  });
  await store.run("addSteps", { day: new Date(NOW).toISOString().slice(0, 10), sources });
  await store.close();
}
