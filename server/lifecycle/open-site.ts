import { statfsSync } from "node:fs";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { attempt } from "../../contract/attempt.ts";
import { SECOND_MS } from "../../contract/durations.ts";
import { createApp, type AppParts } from "../app.ts";
import { earlierSites, refuseSamples } from "../content/site-folder.ts";
import { channelSettings } from "../deliveries/settings.ts";
import type { Worker } from "../deliveries/worker.ts";
import { loadBuiltSite, type BuiltSite } from "../http/built-site.ts";
import type { MetricRow } from "../http/monitoring.ts";
import { loadInboxPages, type LoadedPages } from "../inbox/load-pages.ts";
import type { VisitorMemory } from "../leads/visitor-memory.ts";
import { createServices } from "../services.ts";
import type { Env } from "../settings/env.ts";
import type { SigningSecrets } from "../settings/secrets.ts";
import type { Database } from "../store/database.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import type { MailTransports } from "./mail-transports.ts";

/** What the process has once, whatever its site shows. */
export interface ProcessParts extends Required<
  Pick<AppParts, "backupAges" | "contentProblems" | "showContent">
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
 * @param folder what `siteFolder` returned @throws
 * {Error} with a sentence for the operator
 */
export async function openSite(parts: ProcessParts, folder: string) {
  const { env, publicKey } = parts;
  const { distDir } = env;
  const earlier = earlierSites(env, folder);
  const site = await loadBuiltSite(folder, distDir, publicKey, earlier);
  refuseSamples(env, site.manifest);
  const loadedPages = await loadInboxPages(folder, distDir);
  return { ...(await openLoaded(parts, site, loadedPages)), folder };
}

/**
 * Makes all that depends on the content: services,
 * routes and worker, which has not started yet.
 * @param prepare adds hooks to the app
 */
export async function openLoaded(
  parts: ProcessParts,
  site: BuiltSite,
  loadedPages: LoadedPages,
  prepare: (app: FastifyInstance) => void = () => {},
) {
  const { env, log, secrets, transports } = parts;
  const { manifest } = site;
  const services = createServices({ ...parts, content: manifest });
  await services.leads.keepFormTexts();
  const channels = channelSettings(env, manifest, secrets);
  const transport = transports.of(channels);
  const { worker, sendFailed } = createDeliveryWorker(
    services,
    channels,
    transport,
  );
  const app = createApp({
    ...parts,
    services,
    channels,
    transport,
    linkSecret: secrets.linkSecret,
    site,
    loadedPages,
    processRows: () => processRows(env.dataDir, worker),
  });
  prepare(app);
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (parts.ending.hasBegun) reply.header("connection", "close");
    done(null, payload);
  });
  await app.ready();
  const stopTimers = services.schedule
    ? services.calendars.start()
    : () => undefined;
  const tellTeam = (what: "backup" | "content", reason: string) => {
    sendFailed(crypto.randomUUID(), what, reason.split("\n")).catch(
      (error: unknown) =>
        log.error({ err: error }, "a mail to the team failed"),
    );
  };
  return { manifest, services, channels, app, worker, stopTimers, tellTeam };
}

function processRows(dataDir: string, { polledAt }: Worker): MetricRow[] {
  const silence = (performance.now() - polledAt) / SECOND_MS;
  const disk = attempt(() => statfsSync(dataDir));
  const bytes = (blocks = 0) => (disk ? blocks * disk.bsize : []);
  return [
    [
      "disk_available_bytes",
      "Free space on the disk with DATA_DIR.",
      bytes(disk?.bavail),
    ],
    ["disk_size_bytes", "Size of the disk with DATA_DIR.", bytes(disk?.blocks)],
    [
      "worker_silent_seconds",
      "Time since the last look for deliveries.",
      silence,
    ],
  ];
}
