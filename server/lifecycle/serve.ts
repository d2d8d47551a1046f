import type { FastifyInstance } from "fastify";
import { createApp } from "../app.ts";
import {
  EnvError,
  localOrigin,
  readEnv,
  unknownInEnv,
  type Env,
} from "../settings/env.ts";
import { loadBuiltSite } from "../http/built-site.ts";
import { loadInboxPages } from "../inbox/load-pages.ts";
import { earlierSites, siteFolder } from "../content/site-folder.ts";
import { keptPublicKey, keptSigningSecrets } from "../settings/secrets.ts";
import { startDailyBackups } from "./daily-backup.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import { createLog, startLines } from "./log.ts";
import { processRows } from "./process-metrics.ts";
import { collectDefaultMetrics } from "prom-client";
import { closeOnSignal, startAgain } from "./shut-down.ts";
import { refuseSamples, showContent, watchContent } from "./content-watch.ts";
import { snapshot } from "../content/content-folder.ts";
import { createServices } from "../services.ts";
import { channelSettings } from "../deliveries/settings.ts";
import { messageOf } from "../settings/error-code.ts";
import { openStore } from "../store/open-store.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { addOperatorLink } from "../leads/sign-ins.ts";

/** The most connections that wait to be accepted. This is Linux's limit; Node's default is 511. */
const BACKLOG = 4_096;

/** Starts the site, and returns while it runs. A failed start exits with code 1. */
export async function serve(isForPerson = process.stdout.isTTY): Promise<void> {
  try {
    await start(readEnv(), isForPerson);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

async function start(env: Env, isForPerson: boolean): Promise<void> {
  const log = createLog();
  let isListening = false;
  const notify = (line: string) =>
    isListening ? log.error(line) : console.error(line);
  const publicKey = keptPublicKey(env.dataDir, env.publicKey);
  const secrets = keptSigningSecrets(env.dataDir, env.outbox);
  const shownContent = snapshot(env.contentDir);
  let contentProblems: string | undefined;
  function reportContent(mistakes: string | undefined): void {
    contentProblems = mistakes;
    if (mistakes === undefined) return;
    notify(
      `The content cannot be shown, and the site stays as it was:\n${mistakes}`,
    );
  }
  const opening = openStore(env, notify, true);
  const folder = await siteFolder(env, reportContent);
  const site = await loadBuiltSite(
    folder,
    publicKey,
    earlierSites(env, folder),
  );
  const shown = await loadInboxPages(folder);
  const store = await opening;
  const { manifest } = site;
  refuseSamples(env, manifest);
  const services = createServices({
    env,
    content: manifest,
    store,
    log,
    wakeWorker: () => worker.wake(),
  });
  await services.leads.keepFormTexts();
  const channels = channelSettings(env, manifest, secrets);
  const { worker, sendFailed } = createDeliveryWorker(services, channels);
  if (services.schedule) services.calendars.start();
  const tellTeam = (what: "backup" | "content", reason: string) => {
    sendFailed(crypto.randomUUID(), what, reason.split("\n")).catch(
      (error: unknown) =>
        log.error({ err: error }, "a mail to the team failed"),
    );
  };
  collectDefaultMetrics();
  const app = createApp({
    services,
    channels,
    linkSecret: secrets.linkSecret,
    site,
    shown,
    publicKey,
    log,
    backupAges: startDailyBackups(env, log, (reason) =>
      tellTeam("backup", reason),
    ),
    contentProblems: () => contentProblems,
    processRows: () => processRows(env.dataDir, worker),
  });
  watchContent(env.contentDir, shownContent, async () => {
    const mistakes = await showContent(env, folder, startAgain);
    if (mistakes !== undefined && mistakes !== contentProblems)
      tellTeam("content", mistakes);
    reportContent(mistakes);
  });
  closeOnSignal(app, store, worker);
  const origin = await listen(app, env);
  isListening = true;
  worker.start();
  // A log gets no link, since logs are kept. A public site gets none, since this link is local.
  const hasLink = isForPerson && manifest.unconfigured.includes("siteUrl");
  const link = hasLink
    ? await ifAvailable(addOperatorLink(store, Date.now()), undefined)
    : undefined;
  const lines = startLines({
    env,
    origin,
    storeReady: (await services.fault()) === undefined,
    manifest,
    unknown: unknownInEnv(),
    team: await services.team.addresses(),
    inboxLink: link && channels.mail.links.url(origin, link),
  });
  if (isForPerson) process.stdout.write(`${lines.join("\n")}\n`);
  else for (const line of lines) log.info(line.trim().replace(/ {2,}/, " "));
}

/** @returns the site's address on this machine */
async function listen(
  app: FastifyInstance,
  { port, host }: Env,
): Promise<string> {
  const { level } = app.log;
  // Fastify would log a line for each address before the start lines.
  app.log.level = "silent";
  await app.listen({ port, host, backlog: BACKLOG }).catch((error: unknown) => {
    throw new EnvError("HOST or PORT", `cannot be used: ${messageOf(error)}.`);
  });
  app.log.level = level;
  // For port 0, the system has chosen a port.
  const bound = app.addresses().find((address) => typeof address === "object");
  return localOrigin(host, bound?.port ?? port);
}
