/** Turns requests into responses: services, hooks, the table of all routes. It knows no port, file or environment. */
import { randomUUID } from "node:crypto";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import { NO_OTHER_ORIGINS } from "../contract/build-manifest.ts";
import { REST_PATH } from "../contract/rest-api.ts";
import { SERVER_ROUTES } from "../contract/server-routes.ts";
import { baseHeadersOf, securityHeaders } from "../contract/security-policy.ts";
import type { Env, TrustProxy } from "./configuration/env.ts";
import type { Keys } from "./configuration/secrets.ts";
import { administration } from "./http/admin-routes.ts";
import { bookCallForm } from "./http/book-call-form.ts";
import { createErrorPages, setErrorAnswers, pages } from "./http/pages.ts";
import { createFormTimer, formStart } from "./http/form-timing.ts";
import { createFunnelCounter, steps } from "./http/funnel.ts";
import { createHistogram, monitoring, siteMetrics } from "./http/monitoring.ts";
import * as limits from "./http/rate-limit.ts";
import { addRequestHooks } from "./http/request-hooks.ts";
import { createHasSecretKey } from "./http/secret-key.ts";
import { createHttpServer } from "./http/sockets.ts";
import { inbox } from "./inbox/inbox.ts";
import type { InboxOptions, TeamSignIn } from "./inbox/inbox-parts.ts";
import { ADMIN_PATH } from "../contract/admin-operations.ts";
import type { Health } from "../contract/leads-admin.ts";
import { createLoadShedding, type SubmitLeads } from "./leads/submit-lead.ts";
import { offerPath } from "./outbox/channels/mail/call-mail.ts";
import { createAnswerClientError, createAnswerMalformed, createRejectEarly } from "./rest/early-answers.ts";
import { rest } from "./rest/rest.ts";
import { callPage, feedUrl } from "./scheduling/call-page.ts";
import { confirmPage } from "./scheduling/confirm-page.ts";
import { schedulePage, type SchedulingParts } from "./scheduling/schedule-page.ts";
import type { Store } from "./storage/operations.ts";

type Settings = Pick<Env, "metricsKey" | "rateLimit" | "trustProxy" | "corsOrigins">;

export interface AppOptions extends Settings, Omit<InboxOptions, "teamSignIn" | "feed"> {
  keys: Keys;
  store: Store;
  submitLeads: SubmitLeads;
  /** Counts the steps of visits; undefined: nothing is counted. */
  funnel: Pick<Store, "run"> | undefined;
  processMetrics: () => string;
  accepted: () => number;
  teamSignIn: Omit<TeamSignIn, "takeToken">;
  /** Undefined: the scheduling page is on another site. */
  scheduling: SchedulingParts | undefined;
  /** A monotonic clock in milliseconds: rate limits use it, so that changing the system clock has no effect. */
  elapsed: () => number;
  log: FastifyBaseLogger;
}

/** How many links to the inbox one address may ask for in a minute. */
const SIGN_IN_REQUESTS = { perMinute: 5, totalPerMinute: 0 };

export function createApp(options: AppOptions): FastifyInstance {
  const { site, store, keys, admin, rateLimit, corsOrigins, linkSecret, timeZone, now, elapsed, log } =
    options;
  const { manifest } = site;
  const { siteUrl } = manifest.site;
  const baseHeaders = baseHeadersOf(manifest);
  const headers = securityHeaders(manifest);

  const sendErrorPage = createErrorPages(site, securityHeaders(manifest, undefined, NO_OTHER_ORIGINS));
  const hasSecretKey = createHasSecretKey(keys.secretKey);
  const takeRequest = limits.createRateLimit(limits.requestLimit(rateLimit), elapsed);
  const loadShedding = createLoadShedding(options.submitLeads);
  const takeLead = limits.createRateLimit(rateLimit, elapsed);
  const takeTokens: limits.TakeTokens = (...lead) => {
    const taken = takeLead(...lead);
    if (taken.kind === "everybody") loadShedding.rejected++;
    return taken;
  };
  const times = createHistogram("nightshift_http_request_seconds", "Time of requests, by route and status.");
  const rejectEarly = createRejectEarly(loadShedding, { baseHeaders, corsOrigins, times });
  const formTimer = createFormTimer({ linkSecret, rateLimit, now, elapsed });
  const counted = { rateLimit, timeZone, now, elapsed };
  const funnel = options.funnel && createFunnelCounter({ store: options.funnel, ...counted });
  const forwarded = { unnamed: 0 };

  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // Fastify's own lines hold addresses and error texts; those of the request hooks replace them.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => randomUUID(),
    trustProxy: trust(options.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) =>
      createHttpServer((request, response) => {
        if (!rejectEarly(request, response)) handle(request, response);
      }),
    // While closing, requests on connections that are still open are answered like any other.
    return503OnClosing: false,
    clientErrorHandler: createAnswerClientError({ baseHeaders, corsOrigins }),
    frameworkErrors: createAnswerMalformed({ baseHeaders, corsOrigins }, sendErrorPage),
  });
  // Bodies are read as bytes: each route decides which types it accepts, and how it refuses others.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  addRequestHooks(app, { baseHeaders, forwarded, times });
  setErrorAnswers(app, sendErrorPage);

  /** Adds a plugin; the start fails if it answers an address that is not among these. */
  function serve<Options>(
    addresses: readonly string[],
    plugin: Plugin<Options>,
    parts: Options,
    prefix = "",
  ): void {
    app.register(
      async (routes) => {
        routes.addHook("onRoute", ({ url }) => {
          if (!addresses.some((address) => covers(address, url)))
            throw new Error(`${url} is not in the table of routes.`);
        });
        await plugin(routes, parts);
      },
      { prefix },
    );
  }

  const metrics = (health: Health | undefined) => {
    const counts = {
      health,
      accepted: options.accepted(),
      unnamedProxy: forwarded.unnamed,
      rejected: loadShedding.rejected,
      backupAges: options.backupAges(),
      calendars: options.calendars(),
    };
    return siteMetrics(counts, now()) + options.processMetrics() + times.text();
  };
  const monitored = {
    fault: () => store.fault(),
    secretKey: keys.secretKey,
    metricsKey: options.metricsKey,
    health: async () => {
      const health = await admin.health({});
      return health.kind === "ok" ? health.value : undefined;
    },
    metrics,
  };
  const { scheduling } = options;
  const offer = (leadId: string) => scheduling && offerPath(leadId, scheduling.mail);
  const takeStep = limits.createRateLimit({ ...rateLimit, ...limits.FROM_PAGES }, elapsed);
  const count = funnel?.count ?? (() => {});
  const submission = { takeRequest, takeTokens, count, readFormTiming: formTimer.read };
  const takeRendering = limits.createFurtherLimit(rateLimit, limits.RENDERINGS, elapsed);
  const form = { ...submission, takeRendering, site, headers, sendErrorPage };
  const takeToken = limits.createRateLimit({ ...rateLimit, ...SIGN_IN_REQUESTS }, elapsed);
  const team = { ...options.teamSignIn, takeToken };
  const feed = scheduling && feedUrl(scheduling.mail.site.siteUrl, linkSecret);

  const at = SERVER_ROUTES;
  serve(at.monitoring, monitoring, monitored);
  serve(at.administration, administration, { admin, hasSecretKey }, ADMIN_PATH);
  serve(at.rest, rest, { ...submission, keys, loadShedding, offer, store, corsOrigins, siteUrl }, REST_PATH);
  serve(at.formStart, formStart, formTimer);
  if (funnel) serve(at.steps, steps, { funnel, siteUrl, takeTokens: takeStep });
  serve(at.bookCall, bookCallForm, { ...form, loadShedding, offer });
  if (scheduling) {
    const takeCall = limits.createFurtherLimit(rateLimit, limits.CALLS, elapsed);
    const newCalls = limits.newCalls(scheduling.schedule.availability.callsPerDay);
    const takeNew = limits.createFurtherLimit(rateLimit, newCalls, elapsed);
    const takeHeld = limits.createHolderLimit(rateLimit, elapsed);
    const takeKept = limits.createFurtherLimit(rateLimit, limits.KEPT, elapsed);
    const scheduled = { ...form, ...scheduling, takeCall, takeKept, takeHeld, now };
    serve(at.schedule, schedulePage, scheduled);
    serve(at.confirm, confirmPage, { ...scheduled, takeNew });
    serve(at.call, callPage, { ...scheduled, linkSecret });
  }
  serve(at.inbox, inbox, { ...options, feed, teamSignIn: team });
  serve(["/*"], pages, { site, now });
  return app;
}

type Plugin<Options> = (app: FastifyInstance, options: Options) => Promise<void>;

function covers(address: string, url: string): boolean {
  return address.endsWith("*") ? url.startsWith(address.slice(0, -1)) : url === address;
}

function trust(proxies: TrustProxy): string[] | false | ((address: string, hop: number) => boolean) {
  return typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies;
}
