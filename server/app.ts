/** Registers all routes, with their hooks and limits. */
import { isServedByTls } from "../contract/http/build-manifest.ts";
import { randomUUID } from "node:crypto";
import underPressure from "@fastify/under-pressure";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
} from "fastify";
import { REST_PATH } from "../contract/http/routes.ts";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import { baseHeadersOf } from "../contract/http/security-policy.ts";
import type { Env } from "./settings/env.ts";
import type { ChannelSettings } from "./deliveries/settings.ts";
import { bookCallForm } from "./leads/book-call-form.ts";
import type { BuiltSite } from "./http/built-site.ts";
import { createFormTimer, registerFormStart } from "./leads/form-timing.ts";
import {
  backupRow,
  calendarRow,
  monitoring,
  storeRows,
  type MetricRow,
} from "./http/monitoring.ts";
import {
  createAnswerMalformed,
  createPageSender,
  registerPages,
  setErrorAnswers,
} from "./http/pages.ts";
import { createLimits } from "./http/rate-limit.ts";
import { addRequestHooks } from "./http/request-hooks.ts";
import { isoTime } from "./leads/days.ts";
import { readHealth } from "./inbox/list/read-health.ts";
import { createSessions } from "./inbox/cookies.ts";
import { inbox } from "./inbox/inbox.ts";
import type { Shown } from "./inbox/load-pages.ts";
import { isMailPlanned } from "./deliveries/mailbox-budget.ts";
import type { ReadNextSteps } from "./leads/submit-lead.ts";
import type { MailTransport } from "./deliveries/mail/compose.ts";
import { openTransport } from "./deliveries/mail/smtp-transport.ts";
import { createSignInMails } from "./inbox/sign-in/sign-in-mails.ts";
import { feedUrl, offerLink } from "./deliveries/signed-links.ts";
import { createLeadPermits } from "./leads/lead-permits.ts";
import { createLeadForms } from "./leads/lead-forms.ts";
import { rest } from "./leads/rest/rest.ts";
import { callPage } from "./calls/call-page.ts";
import { createNextTimes } from "./calls/next-times.ts";
import { schedulePage } from "./calls/schedule-page.ts";
import type { Services } from "./services.ts";
import { ifAvailable } from "./store/unavailable.ts";
import type { BackupAges } from "../contract/inbox/backup-ages.ts";

export interface AppParts {
  services: Services;
  channels: ChannelSettings;
  linkSecret: string;
  site: BuiltSite;
  shown: Shown;
  publicKey: string;
  log: FastifyBaseLogger;
  /** Sends the links that open the inbox. The app closes this transport when it ends. */
  transport?: MailTransport;
  backupAges?: () => BackupAges;
  contentProblems?: () => string | undefined;
  processRows?: () => MetricRow[];
  /** No lead is turned away in the first `warmUpMs` of a process, whose start causes delays. */
  warmUpMs?: number;
}

/** Leads are turned away while the event loop's mean delay in a second is longer than this. */
const MAX_DELAY_MS = 250;

const WITHHELD =
  "New leads without a confirmation, because all together had used up the hour's.";

const TURNED_AWAY = "Leads that were refused because too many arrived at once.";

/** All times are milliseconds. */
const CONNECTION_LIMITS = {
  requestTimeout: 30_000,
  connectionTimeout: 120_000,
  /** A proxy reuses an idle connection for a minute, so this server must not close it earlier. */
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 1_000,
  /** Node looks for slow clients every second. By default, it looks only every half minute. */
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 1_000 },
};
const SERVER_LIMITS = { maxHeadersCount: 128, maxConnections: 4_096 };

export function createApp(parts: AppParts): FastifyInstance {
  const {
    services,
    channels,
    linkSecret,
    site,
    shown,
    publicKey,
    log,
    contentProblems,
  } = parts;
  const { transport = openTransport(channels) } = parts;
  const {
    backupAges = () => ({}),
    processRows = () => [],
    warmUpMs = 10_000,
  } = parts;
  const { env, store, schedule, leads, team, fault, calendars, now } = services;
  const { mail } = channels;
  const { timeZone } = env.outbox;
  const { manifest } = site;
  const { siteUrl } = manifest.site;
  const baseHeaders = baseHeadersOf(manifest);
  const pageSender = createPageSender(site);
  const { sendError } = pageSender;
  let turnedAway = 0;
  const warmUpEndsAt = performance.now() + warmUpMs;
  const limits = createLimits(env.rateLimit, () => turnedAway++);
  const formTimer = createFormTimer(linkSecret, now);
  let confirmationsWithheld = 0;
  const permitsFor = createLeadPermits(limits, () => confirmationsWithheld++);
  const forms = createLeadForms(pageSender, limits, formTimer, permitsFor);

  /** Whether to turn a lead away now. Counts the leads that are turned away. */
  function turnAway(): boolean {
    const isOverloaded =
      performance.now() > warmUpEndsAt && app.isUnderPressure();
    if (isOverloaded) turnedAway++;
    return isOverloaded;
  }

  const readNextSteps: ReadNextSteps = async (leadId) => ({
    offer: schedule && mail.links.path(offerLink(leadId, now())),
    isConfirmed: await isMailPlanned(store, leadId, "confirmation", now()),
  });

  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // Fastify's own log lines hold addresses and error texts. `addRequestHooks` logs neither.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: () => randomUUID(),
    trustProxy: trust(env.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    ...CONNECTION_LIMITS,
    // While the server closes, requests on its open connections are still answered.
    return503OnClosing: false,
    frameworkErrors: createAnswerMalformed(baseHeaders, sendError),
  });
  Object.assign(app.server, SERVER_LIMITS);
  // This handler refuses no request. Under pressure, `turnAway` refuses leads, but no pages.
  app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    pressureHandler: () => {},
  });
  // Bodies are read as bytes. Each route decides which content types it accepts.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  addRequestHooks(app, baseHeaders);
  setErrorAnswers(app, sendError);

  app.register(monitoring, {
    fault,
    metricsKey: env.metricsKey,
    health: () => ifAvailable(readHealth(store, isoTime(now())), undefined),
    rows: (health) => [
      ...(health ? storeRows(health, now()) : []),
      [
        "leads_accepted_total",
        "Leads that this process stored.",
        services.accepted(),
      ],
      ["confirmations_withheld_total", WITHHELD, confirmationsWithheld],
      ["leads_turned_away_total", TURNED_AWAY, turnedAway],
      backupRow(backupAges()),
      calendarRow(calendars.states(), now()),
      ...processRows(),
    ],
  });
  const inserting = { leads, limits, permitsFor, formTimer, readNextSteps };
  app.register(rest, {
    prefix: REST_PATH,
    manifest,
    publicKey,
    turnAway,
    inserting,
  });
  registerFormStart(app, formTimer, limits);
  app.register(bookCallForm, {
    forms,
    pages: pageSender,
    leads,
    limits,
    turnAway,
    readNextSteps,
  });
  if (schedule) {
    app.register(schedulePage, {
      forms,
      pages: pageSender,
      schedule,
      leads,
      mail,
      limits,
    });
    app.register(callPage, {
      pages: pageSender,
      schedule,
      mail,
      limits,
      linkSecret,
    });
  }
  app.register(inbox, {
    manifest,
    shown,
    entry: services.entry,
    removal: services.removal,
    access: {
      store,
      team,
      links: mail.links,
      mails: createSignInMails(mail, transport),
      limits,
      sessions: createSessions(linkSecret, isServedByTls(manifest), now),
      now,
    },
    machine: async () => ({
      calendars: calendars.states(),
      backupAges: backupAges(),
      contentProblems: contentProblems?.(),
      fault: await fault(),
    }),
    agency: {
      timeZone,
      feed: schedule && feedUrl(siteUrl, linkSecret),
      times: schedule?.times,
    },
  });
  const nextTimesHtml = schedule
    ? createNextTimes(schedule.times, manifest.locale, now)
    : () => "";
  registerPages(app, site, nextTimesHtml, now);
  app.addHook("onClose", () => transport.close());
  return app;
}

/** @param proxies the trusted proxies: none, a number of hops, or addresses */
function trust(proxies: Env["trustProxy"]) {
  return typeof proxies === "number"
    ? (_address: string, hop: number) => hop < proxies
    : proxies;
}
