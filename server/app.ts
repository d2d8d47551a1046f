/** Turns requests into responses: services, hooks, the table of all routes. It knows no port, file or environment. */
import { randomUUID } from "node:crypto";
import underPressure from "@fastify/under-pressure";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { REST_PATH, SERVER_ROUTES } from "../contract/routes.ts";
import { NO_OTHER_ORIGINS } from "../contract/build-manifest.ts";
import type { Health } from "../contract/leads-admin.ts";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import { baseHeadersOf, securityHeaders } from "../contract/security-policy.ts";
import type { TrustProxy } from "./settings/env.ts";
import type { Keys } from "./settings/secrets.ts";
import { bookCallForm } from "./leads/book-call-form.ts";
import type { BuiltSite } from "./http/built-site.ts";
import { answerUnreadable, CONNECTION_LIMITS, limitServer } from "./http/connection-limits.ts";
import { createFormTimer, formStart } from "./leads/form-timing.ts";
import { createFunnelCounter, steps } from "./leads/funnel.ts";
import { Registry } from "prom-client";
import { createTimes } from "./http/metrics.ts";
import { monitoring, siteMetrics } from "./http/monitoring.ts";
import { createErrorPages, setErrorAnswers, pages } from "./http/pages.ts";
import { createLimits } from "./http/rate-limit.ts";
import { addRequestHooks } from "./http/request-hooks.ts";
import { inbox } from "./inbox/inbox.ts";
import { isMailPlanned } from "./deliveries/mailbox-budget.ts";
import type { MailTransport } from "./deliveries/mail/compose.ts";
import { createSignInMails } from "./deliveries/mail/team-mails.ts";
import { feedUrl, offerLink } from "./deliveries/signed-links.ts";
import { createAnswerMalformed } from "./leads/rest/early-answers.ts";
import { rest } from "./leads/rest/rest.ts";
import { callPage } from "./calls/call-page.ts";
import { createNextTimes } from "./calls/next-times.ts";
import { schedulePage } from "./calls/schedule-page.ts";
import type { Services } from "./services.ts";
import type { BackupAges } from "../contract/inbox.ts";

export interface AppParts {
  services: Services;
  site: BuiltSite;
  keys: Keys;
  log: FastifyBaseLogger;
  /** Sends the links that open the inbox; it is closed with the app. */
  transport: MailTransport;
  backupAges: () => BackupAges;
  contentProblems?: () => string | undefined;
  /** The metrics of this process. */
  processMetrics: () => Promise<string>;
  /** After a start no lead is turned away for so long: it is slow, and leads have waited for it. */
  warmUpMs?: number;
}

/** The mean delay of the event loop within a second, beyond which leads are turned away. */
const MAX_DELAY_MS = 250;

const WARM_UP_MS = 10_000;

export function createApp(appParts: AppParts): FastifyInstance {
  const { services, site, log, transport, warmUpMs = WARM_UP_MS } = appParts;
  const { env, store, admin, schedule, now } = services;
  const { linkSecret } = services.secrets();
  const { mail, smtp } = services.channels();
  const { rateLimit, corsOrigins } = env;
  const { timeZone } = env.outbox;
  const { manifest } = site;
  const baseHeaders = baseHeadersOf(manifest);
  const sendErrorPage = createErrorPages(site, securityHeaders(manifest, undefined, NO_OTHER_ORIGINS));
  const registry = new Registry();
  const times = createTimes(
    registry,
    "nightshift_http_request_seconds",
    "Time of requests, by method, route and status.",
    ["method", "route", "status"],
  );
  const early = { baseHeaders, messages: manifest.messages, corsOrigins };
  const turnedAway = { leads: 0 };
  const warmAt = performance.now() + warmUpMs;
  const funnel = env.funnel ? createFunnelCounter({ store, timeZone, now }) : undefined;
  const forwarded = { unnamed: 0 };
  const limits = createLimits(rateLimit, () => {
    turnedAway.leads++;
  });
  const parts = {
    ...services,
    ...appParts,
    mail,
    linkSecret,
    timeZone,
    limits,
    submitLeads: services.leads.submitLeads,
    /** Whether to turn the next lead away, which is then counted. */
    isBusy: () => {
      const isBusy = performance.now() > warmAt && app.isUnderPressure();
      if (isBusy) turnedAway.leads++;
      return isBusy;
    },
    sendErrorPage,
    headers: securityHeaders(manifest),
    formTimer: createFormTimer({ linkSecret, limits, now }),
    count: funnel?.count ?? (() => {}),
    /** The page where a stored lead picks a time; none if the scheduling page is on another site. */
    offer: (leadId: string) => schedule && mail.links.path(offerLink(leadId, now())),
    isMailPlanned: (leadId: string, kind: "confirmation" | "invitation") =>
      isMailPlanned(store, { leadId, kind }, now()),
    feed: schedule && feedUrl(mail.site.siteUrl, linkSecret),
    hasMailServer: smtp !== undefined,
    ...createSignInMails(mail, transport),
  };

  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // Fastify's own lines hold addresses and error texts; those of the request hooks replace them.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => randomUUID(),
    trustProxy: trust(env.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    ...CONNECTION_LIMITS,
    clientErrorHandler: answerUnreadable,
    // While closing, requests on connections that are still open are answered like any other.
    return503OnClosing: false,
    frameworkErrors: createAnswerMalformed(early, sendErrorPage),
  });
  limitServer(app.server);
  // Pages come from memory, and are served under pressure, too.
  app.register(underPressure, { maxEventLoopDelay: MAX_DELAY_MS, pressureHandler: () => undefined });
  // Bodies are read as bytes: each route decides which types it accepts, and how it refuses others.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  addRequestHooks(app, { baseHeaders, forwarded, times });
  setErrorAnswers(app, sendErrorPage);

  /** Adds a plugin; the start fails if it answers an address that is not among these. */
  function serve<Options>(
    addresses: readonly string[],
    plugin: Plugin<Options>,
    options: Options,
    prefix = "",
  ): void {
    app.register(
      async (routes) => {
        routes.addHook("onRoute", ({ url }) => {
          if (!addresses.some((address) => covers(address, url)))
            throw new Error(`${url} is not in the table of routes.`);
        });
        await plugin(routes, options);
      },
      { prefix },
    );
  }

  const metrics = async (health: Health | undefined) => {
    const counts = {
      health,
      accepted: services.accepted(),
      unnamedProxy: forwarded.unnamed,
      rejected: turnedAway.leads,
      backupAges: appParts.backupAges(),
      calendars: services.calendars.states(),
    };
    const texts = [siteMetrics(counts, now()), appParts.processMetrics(), registry.metrics()];
    return (await Promise.all(texts)).join("");
  };
  const monitored = {
    fault: () => services.readiness.fault(),
    metricsKey: env.metricsKey,
    health: async () => {
      const health = await admin.health({});
      return health.kind === "ok" ? health.value : undefined;
    },
    metrics,
  };

  const at = SERVER_ROUTES;
  serve(at.monitoring, monitoring, monitored);
  serve(at.rest, rest, parts, REST_PATH);
  serve(at.formStart, formStart, parts);
  if (funnel) serve(at.steps, steps, { ...parts, funnel });
  serve(at.bookCall, bookCallForm, parts);
  if (schedule) {
    const scheduling = { ...parts, schedule };
    serve(at.schedule, schedulePage, scheduling);
    serve(at.call, callPage, scheduling);
  }
  serve(at.inbox, inbox, parts);
  serve(["/*"], pages, {
    ...parts,
    nextTimes: schedule ? createNextTimes(schedule, manifest.locale, now) : () => "",
  });
  app.addHook("onClose", () => transport.close());
  return app;
}

type Plugin<Options> = (app: FastifyInstance, options: Options) => Promise<void>;

function covers(address: string, url: string): boolean {
  return address.endsWith("*") ? url.startsWith(address.slice(0, -1)) : url === address;
}

function trust(proxies: TrustProxy): string[] | false | ((address: string, hop: number) => boolean) {
  return typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies;
}
