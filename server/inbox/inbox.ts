/**
 * The pages of `/inbox`. A mailed link signs a
 * device in; a cookie keeps the device signed in.
 */

import { globSync } from "node:fs";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import {
  isServedByTls,
  type BuildManifest,
} from "../../contract/http/build-manifest.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { securityHeaders } from "../../contract/http/security-policy.ts";
import type { InboxError } from "../../contract/inbox/inbox-names.ts";
import { columnNames, leadField } from "../../contract/lead/lead.ts";
import { MAX_FORM_FIELDS } from "../../contract/limits.ts";
import { policyHash } from "../http/built-site.ts";
import { isCrossSite, parseFormBody } from "../http/forms.ts";
import { StaleFailure } from "../leads/history.ts";
import { MAX_READ_BYTES } from "../leads/lead-forms.ts";
import { endSignIns } from "../leads/sign-ins.ts";
import { parseUuid } from "../leads/uuid.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { secureCookies } from "./cookies.ts";
import { INBOX_FIELDS } from "./fields.ts";
import {
  backIn,
  InboxFailure,
  inboxState,
  PartlyStale,
  postForm,
  readInboxForm,
  takeDeed,
} from "./forms.ts";
import { registerMailedLinks } from "./mailed-links/mailed-links.ts";
import { pagePolicy } from "./page-policy.ts";
import type { InboxPages } from "./pages.tsx";
import type { InboxParts, Room } from "./parts.ts";
import { isCookieLost, readSignIn, registerSignIn } from "./sign-in/sign-in.ts";
import { BrokenDraft } from "./site/draft.ts";

const STATUS: Record<InboxError, number> = {
  expired: 410,
  bad: 403,
  used: 410,
  "too-many": 429,
  missing: 404,
  waiting: 503,
  unfit: 409,
  unreadable: 400,
  "no-address": 400,
  "too-large": 413,
  foreign: 403,
  "not-allowed": 403,
  unavailable: 503,
};

/**
 * Headers of every answer. A page's own policy
 * takes the place of the policy that forbids all.
 */
const headersOf = (manifest: BuildManifest) => ({
  ...securityHeaders(manifest),
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  // Other sites do not see the tokens of links. With
  // `no-referrer`, browsers would also send `Origin: null` with
  // forms (Fetch Standard, "append a request Origin header").
  "referrer-policy": "same-origin",
  // Not on visitors' pages: docs/decisions/security.md.
  "cross-origin-opener-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
});

/** Only a page that has the script may run it. */
function policyOf({ styles, script }: InboxPages, html: string): string {
  return pagePolicy(
    `style-src ${policyHash(styles)}`,
    ...(html.includes(script) ? [`script-src ${policyHash(script)}`] : []),
    "img-src 'self'",
  );
}

export async function inbox(
  app: FastifyInstance,
  parts: InboxParts,
): Promise<void> {
  const { manifest } = parts;
  const headers = headersOf(manifest);
  app.decorateRequest("signIn", undefined);
  app.decorateReply("show", showOf(parts));
  app.setErrorHandler<FastifyError>(showFailure);

  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    if (
      request.method === "POST" &&
      isCrossSite(request, manifest.site.siteUrl)
    )
      throw new InboxFailure("foreign");
  });

  app.addHook<{ Params: Record<string, string> }>(
    "preValidation",
    async (request) => {
      for (const [name, value] of Object.entries(request.params)) {
        const id = parseUuid(value);
        if (id === undefined) throw new InboxFailure("missing");
        request.params[name] = id;
      }
    },
  );

  if (isServedByTls(manifest)) secureCookies(app);
  registerSignIn(app, parts);
  registerMailedLinks(app, parts);
  app.register(async (signedIn) => {
    requireSignIn(signedIn, parts);
    for (const routes of await memberRooms()) routes(signedIn, parts);
  });
}

function showOf(parts: InboxParts): FastifyReply["show"] {
  const { pages } = parts.loadedPages;
  return function show(this: FastifyReply, page, props, deed = takeDeed(this)) {
    const state = inboxState(this.request, parts, deed);
    const html = pages.render(page, props, state);
    return this.type("text/html; charset=utf-8")
      .header("content-security-policy", policyOf(pages, html))
      .send(html);
  };
}

const requireSignIn: Room = (app, parts) => {
  // A letter takes up to nine bytes, so a long
  // note needs more than a visitor's form.
  app.addHook("onRoute", (route) => {
    route.bodyLimit ??= MAX_READ_BYTES;
  });

  app.addHook("onRequest", async (request, reply) => {
    request.signIn = await readSignIn(parts, request);
    if (request.signIn) return undefined;
    // A 401 must name a scheme (RFC 9110,
    // 15.5.2). An unknown scheme opens no dialog.
    reply.code(401).header("www-authenticate", "SignedLink");
    const typed = await readTyped(request);
    // The address of a form alone leads to a page.
    return reply.show("AskPage", {
      back: request.url,
      typed,
      isCookieLost: await isCookieLost(parts, request),
    });
  });

  postForm(app, INBOX.signOut, async ({ request, reply }) => {
    await endSignIns(parts.store, [request.signIn?.id ?? ""]);
    reply.header("set-cookie", parts.sessions.close());
    return INBOX.path;
  });
};

/**
 * The text of a form that failed, to be copied.
 * Without a sign-in, the body was not read before.
 */
async function readTyped({ body, headers, raw }: FastifyRequest) {
  if (Buffer.isBuffer(body)) return typedIn(body);
  const length = Number(headers["content-length"]);
  if (!(length <= MAX_READ_BYTES)) return "";
  return typedIn(await buffer(raw));
}

const TYPED = [
  INBOX_FIELDS.note,
  INBOX_FIELDS.address,
  INBOX_FIELDS.runner,
  INBOX_FIELDS.runnerPhone,
  ...columnNames.map((column) => leadField(column).input),
];

/**
 * The texts in a form of the inbox: a note, a lead,
 * who runs the site, or what a form of the site has.
 */
const typedIn = (body: Buffer): string =>
  [...(parseFormBody(body) ?? []), ...textsIn(body)]
    .filter(([name]) => TYPED.includes(name) || name.startsWith("field/"))
    .map(([, text]) => text)
    .join("\n");

/**
 * The texts of a form that takes a picture: RFC 7578. A file has a second name.
 */
function textsIn(body: Buffer): [name: string, text: string][] {
  const form = body.toString();
  const [boundary = ""] = form.split("\r\n", 1);
  return form.split(boundary, MAX_FORM_FIELDS).flatMap((part) => {
    const [head = "", ...text] = part.split("\r\n\r\n");
    const [, name = "", more] = head.split('"');
    return more === "" ? [[name, text.join("\n\n").trim()]] : [];
  });
}

/**
 * The rooms for members alone: each folder that has a `routes.ts`.
 * @throws if one of them exports no `routes`
 */
function memberRooms(): Promise<Room[]> {
  const files = globSync("*/routes.ts", { cwd: import.meta.dirname });
  const load = async (room: string) => {
    // Vite, which runs the tests, follows an import of this form.
    const { routes }: { routes?: Room } = await import(`./${room}/routes.ts`);
    if (routes === undefined) throw new Error(`${room} exports no routes.`);
    return routes;
  };
  return Promise.all(files.map(dirname).map(load));
}

function showFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof StaleFailure) {
    const done = error instanceof PartlyStale ? error.done : undefined;
    return reply.code(409).show("StalePage", staleProps(request, error), done);
  }
  if (error instanceof InboxFailure)
    return showError(request, reply, error.reason);
  if (error instanceof BrokenDraft)
    return request.body === undefined
      ? reply.redirect(INBOX.siteChanges, 303)
      : showError(request, reply, "unfit");
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return showError(request, reply, "too-large");
  if (!(error instanceof StoreUnavailable)) throw error;
  request.log.error({ reason: error.message }, "the store could not be used");
  reply.header("retry-after", RETRY_SECONDS);
  return showError(request, reply, error.kind);
}

async function showError(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: InboxError,
): Promise<FastifyReply> {
  // No other site says anything on a page of the inbox.
  const typed = reason === "foreign" ? "" : await readTyped(request);
  return reply.code(STATUS[reason]).show("InboxErrorPage", { reason, typed });
}

/**
 * Shows the form with the leads' present versions,
 * so that sending the form again succeeds.
 */
function staleProps(request: FastifyRequest, failure: StaleFailure) {
  const { url } = request;
  const { leads } = failure;
  const form = readInboxForm(request);
  const fields = Object.fromEntries(form);
  const ticks = leads.map(({ leadId, version, number }) =>
    [leadId, version, number].join("."),
  );
  if (form.has(INBOX_FIELDS.seen))
    fields[INBOX_FIELDS.seen] = String(leads[0]?.version);
  // Where nothing was done yet, the form has all leads again:
  // of two ticks of a lead, the later one counts.
  if (!(failure instanceof PartlyStale))
    ticks.unshift(fields[INBOX_FIELDS.lead] ?? "");
  if (form.has(INBOX_FIELDS.lead)) fields[INBOX_FIELDS.lead] = ticks.join(" ");
  const back = form.has(INBOX_FIELDS.back) ? backIn(form) : url;
  return { leads, fields, back };
}
