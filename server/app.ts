/** Request to response. Knows nothing of ports, files or the environment, so that tests can ask it directly. */
import type { TrustProxy } from "./configuration/env.ts";
import type { LogLevel } from "./configuration/variables.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import type { Keys } from "./configuration/secrets.ts";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Writable } from "node:stream";
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { CalendarState } from "../contract/calendars.ts";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import { NO_OTHER_ORIGINS } from "../contract/other-origins.ts";
import { isRestPath, REST_PATH } from "../contract/rest-api.ts";
import { registerAdmin } from "./http/admin-routes.ts";
import { registerFunnel, type FunnelParts } from "./http/funnel.ts";
import type { LeadsAdmin } from "./leads/leads-admin.ts";
import { offerPath } from "./outbox/channels/mail/call-mail.ts";
import { registerBookCallForm } from "./http/book-call-form.ts";
import type { BuiltSite } from "./http/built-site.ts";
import { createAnswerClientError } from "./rest/client-errors.ts";
import { createErrorPages } from "./http/error-pages.ts";
import { registerFormTiming } from "./http/form-timing.ts";
import { registerForwarded } from "./http/forwarded.ts";
import { registerHealth } from "./http/health.ts";
import { registerMetrics } from "./http/monitoring.ts";
import { allowedMethods, registerPages } from "./http/pages.ts";
import { PIPELINE_LIMIT } from "./http/sockets.ts";
import { createRateLimit, requestLimit } from "./http/rate-limit.ts";
import { identify, logRequest, quietLogController, registerRequestLog } from "./http/request-hooks.ts";
import { createHasSecretKey } from "./http/secret-key.ts";
import { baseHeadersOf, securityHeaders } from "../contract/security-policy.ts";
import type { TeamSignIn } from "./inbox/door.ts";
import { registerInbox } from "./inbox/inbox.ts";
import { createLoadShedding } from "./leads/load-shedding.ts";
import type { SubmitLeads } from "./leads/submit-lead.ts";
import type { WorkerFailures } from "./outbox/worker.ts";
import { createAuthenticate } from "./rest/auth.ts";
import { corsHeaders } from "./rest/cors.ts";
import { invalidPath } from "./rest/errors.ts";
import { errorAnswer } from "./rest/rest-error.ts";
import { registerRest } from "./rest/rest.ts";
import { createRejectEarly } from "./rest/reject-early.ts";
import { feedUrl, registerCallPage } from "./scheduling/call-page.ts";
import { registerSchedulePage, type SchedulingParts } from "./scheduling/schedule-page.ts";
import type { Store } from "./storage/operations.ts";

export interface AppOptions extends Omit<FunnelParts, "siteUrl" | "rateLimit"> {
  site: BuiltSite;
  store: Store;
  keys: Keys;
  rateLimit: RateLimit;
  trustProxy: TrustProxy;
  corsOrigins: string[] | undefined;
  admin: LeadsAdmin;
  submitLeads: SubmitLeads;
  /** Of the worker of this process; undefined while there is none. */
  workerFailures: () => WorkerFailures | undefined;
  /** Seconds since the newest backup; undefined while there is none. */
  backupAge: () => number | undefined;
  /** How the reading of `CALENDAR_URLS` goes. */
  calendars: () => readonly CalendarState[];
  /** Of the inbox. */
  teamSignIn: Omit<TeamSignIn, "takeToken">;
  /** Undefined: another site's is the scheduling page. */
  scheduling: SchedulingParts | undefined;
  /** Signs the links and the sessions of the inbox. */
  linkSecret: string;
  /** Where log lines go, one JSON object each. */
  log: { level: LogLevel; stream: Writable };
}

/** How many links to the inbox one address may ask for in a minute. */
const ASKED_FOR_LINKS = { perMinute: 5, totalPerMinute: 0 };

/** A client that sends this slowly holds a connection for nothing. Milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Whoever reads nothing of an answer for so long is cut off; longer than any other silence. Milliseconds. */
const SILENCE_MS = 120_000;

const TIMEOUTS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: REQUEST_TIMEOUT_MS,
  // Node looks every half minute unless it is told.
  connectionsCheckingInterval: 1_000,
  // Longer than the minute for which proxies keep theirs.
  keepAliveTimeout: 72_000,
};

/** The whole server, not yet listening. */
export function createApp(options: AppOptions): FastifyInstance {
  const { site, store, keys, admin, now } = options;
  const baseHeaders = baseHeadersOf(site.manifest);
  const headers = securityHeaders(site.manifest);
  const sendErrorPage = createErrorPages(site, securityHeaders(site.manifest, undefined, NO_OTHER_ORIGINS));

  const loadShedding = createLoadShedding(options.submitLeads);
  const rejectEarly = createRejectEarly(loadShedding, options.corsOrigins, baseHeaders);
  const app = fastify({
    logger: { level: options.log.level, stream: options.log.stream, base: null },
    logController: quietLogController(),
    genReqId: () => randomUUID(),
    trustProxy: trust(options.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) => {
      const server = createServer({ ...TIMEOUTS, ...PIPELINE_LIMIT }, (request, response) => {
        if (!rejectEarly(request, response)) handle(request, response);
      });
      server.timeout = SILENCE_MS;
      return server;
    },
    // While closing, requests on connections that are still open are answered like any other.
    return503OnClosing: false,
    clientErrorHandler: createAnswerClientError(options.corsOrigins, baseHeaders),
    frameworkErrors: (_error, request, reply) => {
      Promise.resolve(malformed(request, reply)).catch((error: unknown) => {
        request.log.error({ err: error }, "unexpected error");
        request.raw.destroy();
      });
    },
  });
  // Bodies are read as bytes: each address says what it takes, and in which words it refuses.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  const takeTokens = createRateLimit(options.rateLimit, now);
  const takeRequest = createRateLimit(requestLimit(options.rateLimit), now);
  const hasSecretKey = createHasSecretKey(keys.secretKey);
  const forwarded = registerForwarded(app);
  registerRequestLog(app);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(baseHeaders);
    done();
  });
  registerHealth(app, store, keys.secretKey);
  registerMetrics(app, admin, hasSecretKey, () => ({
    workerFailures: options.workerFailures(),
    unnamedProxy: forwarded.unnamed,
    rejected: loadShedding.rejected,
    backupAge: options.backupAge(),
    calendars: options.calendars(),
    now: now(),
  }));
  registerAdmin(app, admin, hasSecretKey);
  const readFormTiming = registerFormTiming(app, options);
  const count = registerFunnel(app, { ...options, siteUrl: site.manifest.site.siteUrl });
  registerPages(app, site, { baseHeaders, page: headers }, now);
  const form = { site, headers, sendErrorPage, takeRequest, takeTokens, count, readFormTiming };
  const { scheduling: offered } = options;
  const offer = (leadId: string) => offered && offerPath(leadId, offered.mail);
  registerBookCallForm(app, { ...form, loadShedding, offer });
  if (options.scheduling) {
    const scheduling = { ...form, ...options.scheduling, linkSecret: options.linkSecret, now };
    registerSchedulePage(app, scheduling);
    registerCallPage(app, scheduling);
  }
  const takeToken = createRateLimit({ ...options.rateLimit, ...ASKED_FOR_LINKS }, now);
  const feed = options.scheduling && feedUrl(options.scheduling.mail.site.siteUrl, options.linkSecret);
  registerInbox(app, { ...options, feed, teamSignIn: { ...options.teamSignIn, takeToken } });
  registerRest(app, REST_PATH, {
    authenticate: createAuthenticate(keys),
    loadShedding,
    offer,
    count,
    store,
    takeRequest,
    takeTokens,
    readFormTiming,
    corsOrigins: options.corsOrigins,
  });

  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    const allowed = allowedMethods(app, path);
    if (allowed === undefined) return sendErrorPage(request, reply, 404);
    return sendErrorPage(request, reply.header("allow", allowed), 405);
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return sendErrorPage(request, reply, status);
    request.log.error({ err: error }, "unexpected error");
    return sendErrorPage(request, reply, 500);
  });

  /** An address that cannot be decoded reaches no route and none of the hooks. */
  function malformed(request: FastifyRequest, reply: FastifyReply) {
    identify(request, reply.code(400).headers(baseHeaders));
    logRequest(request, reply, "malformed");
    if (!isRestPath(request.url)) return sendErrorPage(request, reply, 400);
    const answer = errorAnswer(invalidPath());
    return reply
      .code(400)
      .headers({ ...answer.headers, ...corsHeaders(request.headers.origin, options.corsOrigins) })
      .send(answer.body);
  }

  return app;
}

function trust(proxies: TrustProxy): string[] | false | ((address: string, hop: number) => boolean) {
  return typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies;
}
