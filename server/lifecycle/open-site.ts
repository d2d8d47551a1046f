import type { FastifyBaseLogger } from "fastify";
import { createApp, type AppParts } from "../app.ts";
import { earlierSites } from "../content/site-folder.ts";
import { channelSettings } from "../deliveries/settings.ts";
import { loadBuiltSite } from "../http/built-site.ts";
import { loadInboxPages } from "../inbox/load-pages.ts";
import type { VisitorMemory } from "../leads/visitor-memory.ts";
import { createServices } from "../services.ts";
import type { Env } from "../settings/env.ts";
import type { SigningSecrets } from "../settings/secrets.ts";
import type { Database } from "../store/database.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import type { MailTransports } from "./mail-transports.ts";
import { processRows } from "./process-metrics.ts";
import { refuseSamples } from "./refuse-samples.ts";

/** What the process has once, whatever its site shows. */
export interface ProcessParts extends Pick<
  AppParts,
  "backupAges" | "contentProblems" | "showContent"
> {
  env: Env;
  log: FastifyBaseLogger;
  store: Database;
  publicKey: string;
  secrets: SigningSecrets;
  memory: VisitorMemory;
  transports: MailTransports;
  /** Wakes the worker of the site that is shown. */
  wakeWorker: () => void;
  ending: { hasBegun: boolean };
}

export type OpenedSite = Awaited<ReturnType<typeof openSite>>;

/**
 * Makes all that depends on the content: services, routes and worker, which has not started yet.
 * @param folder what `siteFolder` returned @throws {Error} with a sentence for the operator
 */
export async function openSite(parts: ProcessParts, folder: string) {
  const { env, log, secrets, publicKey, transports } = parts;
  const { distDir } = env;
  const earlier = earlierSites(env, folder);
  const site = await loadBuiltSite(folder, distDir, publicKey, earlier);
  const { manifest } = site;
  refuseSamples(env, manifest);
  const services = createServices({ ...parts, content: manifest });
  await services.leads.keepFormTexts();
  const channels = channelSettings(env, manifest, secrets);
  const leadMails = transports.of("leads", channels);
  const { worker, sendFailed } = createDeliveryWorker(
    services,
    channels,
    leadMails,
  );
  const app = createApp({
    ...parts,
    services,
    channels,
    transport: transports.of("sign-ins", channels),
    linkSecret: secrets.linkSecret,
    site,
    shown: await loadInboxPages(folder, distDir),
    processRows: () => processRows(env.dataDir, worker),
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (parts.ending.hasBegun) reply.header("connection", "close");
    done(null, payload);
  });
  try {
    await app.ready();
  } catch (error) {
    await app.close();
    throw error;
  }
  const stopTimers = services.schedule
    ? await services.calendars.start()
    : () => undefined;
  const tellTeam = (what: "backup" | "content", reason: string) => {
    sendFailed(crypto.randomUUID(), what, reason.split("\n")).catch(
      (error: unknown) =>
        log.error({ err: error }, "a mail to the team failed"),
    );
  };
  return {
    folder,
    manifest,
    services,
    channels,
    app,
    worker,
    stopTimers,
    tellTeam,
  };
}
