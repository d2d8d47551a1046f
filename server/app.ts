/** Registers all routes, with their hooks and limits. */

import { randomUUID } from "node:crypto";
import { maxHeaderSize } from "node:http";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
} from "fastify";
import { attempt } from "../contract/attempt.ts";
import { REST_PATH } from "../contract/http/routes.ts";
import { baseHeadersOf } from "../contract/http/security-policy.ts";
import type { BackupAges } from "../contract/inbox/backup-ages.ts";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import { createNextTimes } from "./calls/next-times.ts";
import { scheduleRoutes } from "./calls/schedule-routes.ts";
import type { ShowContent } from "./content/shown-content.ts";
import type { MailTransport } from "./deliveries/mail/compose.ts";
import { isMailPlanned } from "./deliveries/mailbox-budget.ts";
import type { ChannelSettings } from "./deliveries/settings.ts";
import { feedLink, offerLink } from "./deliveries/signed-links.ts";
import type { BuiltSite } from "./http/built-site.ts";
import { createListener } from "./http/listener.ts";
import {
  backupRow,
  calendarRow,
  monitoring,
  type MetricRow,
  type MonitoringParts,
} from "./http/monitoring.ts";
import {
  createPageSender,
  registerPages,
  setErrorAnswers,
  type PageSender,
} from "./http/pages.ts";
import { registerRecordings } from "./http/recordings.ts";
import { addRequestHooks, hidesVisitors } from "./http/request-hooks.ts";
import { createSessions } from "./inbox/cookies.ts";
import { inbox } from "./inbox/inbox.ts";
import type { LoadedPages } from "./inbox/load-pages.ts";
import { createTeamPost } from "./inbox/notices/team-post.ts";
import type { InboxParts } from "./inbox/parts.ts";
import { bookCallForm } from "./leads/book-call-form.ts";
import { rest } from "./leads/rest/rest.ts";
import { readStoreMetrics } from "./leads/store-metrics.ts";
import type { ReadNextSteps } from "./leads/submit-lead.ts";
import type { Services } from "./services.ts";
import type { Env } from "./settings/env.ts";
import { ifAvailable } from "./store/unavailable.ts";

export interface AppParts {
  services: Services;
  channels: ChannelSettings;
  linkSecret: string;
  site: BuiltSite;
  loadedPages: LoadedPages;
  publicKey: string;
  log: FastifyBaseLogger;
  /** Sends the links that open the inbox. */
  transport: MailTransport;
  backupAges: () => BackupAges;
  contentProblems: () => string | undefined;
  showContent?: ShowContent;
  processRows: () => MetricRow[];
}

export function createApp(parts: AppParts): FastifyInstance {
  const { services, site } = parts;
  const { publicKey, channels } = parts;
  const { schedule, leads, memory } = services;
  const { now, team } = services;
  const { manifest } = site;
  const { mail } = channels;
  const { limits } = memory;
  const pages = createPageSender(site);
  const app = createBareApp(parts, pages);
  const readNextSteps = createReadNextSteps(parts);
  const { timeZone } = services.env.outbox;
  const intake = { pages, leads, limits, readNextSteps, timeZone };

  app.register(monitoring, monitoringParts(parts));
  app.register(rest, { prefix: REST_PATH, publicKey, intake });
  app.register(bookCallForm, intake);
  if (schedule)
    app.register(scheduleRoutes, { ...intake, schedule, mail, team });
  app.register(inbox, inboxParts(parts));
  const nextTimesHtml = schedule
    ? createNextTimes(schedule.times, manifest.locale, now)
    : () => "";
  registerPages(app, site, nextTimesHtml);
  registerRecordings(app, site, pages);
  return app;
}

/** An app without routes, which answers errors with pages. */
function createBareApp(
  { log, site, services }: AppParts,
  { sendError }: PageSender,
): FastifyInstance {
  const baseHeaders = baseHeadersOf(site.manifest);
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // Fastify's own log lines hold addresses and
    // error texts. `addRequestHooks` logs neither.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: () => randomUUID(),
    trustProxy: trust(services.env.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: createListener,
    // While the server closes, requests on its
    // open connections are still answered.
    return503OnClosing: false,
    // A client may name the host in the address, too (RFC 9112, 3.2.2).
    rewriteUrl: ({ url = "/" }) =>
      decodableAddress(url.replace(/^https?:\/\/[^/?]*\/?/i, "/")),
    // An id in an address may have any length. What is no id is not found.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  // Bodies are read as bytes. Each route
  // decides which content types it accepts.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  addRequestHooks(app, baseHeaders, services.memory.seen);
  setErrorAnswers(app, sendError);
  return app;
}

/**
 * The router takes no address with a `%` that
 * cannot be decoded. Here it stands for itself.
 */
const decodableAddress = (url: string): string =>
  attempt(() => decodeURI(url.split("?", 1).join())) === undefined
    ? url.replaceAll("%", "%25")
    : url;

function createReadNextSteps({
  services: { schedule, store, now },
  channels: { mail },
}: AppParts): ReadNextSteps {
  return async (leadId) => ({
    offer: schedule && mail.links.path(offerLink(leadId, now())),
    isConfirmed: await isMailPlanned(store, leadId, "confirmation", now()),
  });
}

function monitoringParts({
  services,
  backupAges,
  processRows,
}: AppParts): MonitoringParts {
  const { env, store, fault } = services;
  const { calendars, now } = services;
  return {
    fault,
    metricsKey: env.metricsKey,
    storeRows: async () => [
      ...((await ifAvailable(readStoreMetrics(store, now()))) ?? []),
      calendarRow(await calendars.states(), now()),
    ],
    processRows: () => [backupRow(backupAges()), ...processRows()],
  };
}

function inboxParts(parts: AppParts): InboxParts {
  const { services, channels, linkSecret } = parts;
  const { transport, site, loadedPages } = parts;
  const { env, schedule, team, memory } = services;
  const { fault, calendars, now } = services;
  const { manifest } = site;
  const { mail } = channels;
  return {
    ...services,
    manifest,
    loadedPages,
    mail,
    post: createTeamPost(mail, team, transport),
    limits: memory.limits,
    sessions: createSessions(linkSecret, now),
    isNewSite: manifest.unconfigured.includes("brandName"),
    machine: async () => ({
      runner: await team.settings(),
      calendars: await calendars.states(),
      backupAges: parts.backupAges(),
      contentProblems: parts.contentProblems(),
      hidesVisitors: hidesVisitors(memory.seen),
      fault: await fault(),
    }),
    settings: env,
    feedFor:
      schedule &&
      ((reader = team.owner) =>
        mail.links.url(manifest.site.siteUrl, feedLink(reader))),
    times: schedule?.times,
    showContent: parts.showContent,
  };
}

/** @param proxies the trusted proxies: none, a number of hops, or addresses */
function trust(proxies: Env["trustProxy"]) {
  return typeof proxies === "number"
    ? (_address: string, hop: number) => hop < proxies
    : proxies;
}
