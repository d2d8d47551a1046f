/**
 * The pages of `/inbox`. A mailed link signs a
 * device in; a cookie keeps the device signed in.
 */
import { buffer } from "node:stream/consumers";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { INBOX_FIELDS } from "./fields.ts";
import type { InboxError } from "../../contract/inbox/inbox-names.ts";
import type { LoadedPages } from "./load-pages.ts";
import { pagePolicy } from "./page-policy.ts";
import type { InboxPages } from "./pages.tsx";
import {
  isServedByTls,
  type BuildManifest,
} from "../../contract/http/build-manifest.ts";
import { columnNames, leadField } from "../../contract/lead/lead.ts";
import type { ShowContent } from "../content/shown-content.ts";
import { secureCookies } from "./cookies.ts";
import { policyHash } from "../http/built-site.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { MAX_FORM_FIELDS } from "../../contract/limits.ts";
import { securityHeaders } from "../../contract/http/security-policy.ts";
import { isCrossSite, parseFormBody } from "../http/forms.ts";
import type { Clock } from "../leads/days.ts";
import { MAX_READ_BYTES } from "../leads/lead-forms.ts";
import { StaleFailure } from "../leads/history.ts";
import { parseUuid } from "../leads/uuid.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import type { OpenTimes } from "../calls/offered-times.ts";
import { registerEntry, type LeadEntry } from "./edit/enter-lead.ts";
import type { SiteSettings } from "../settings/env.ts";
import type { Removal } from "./remove/remove-leads.ts";
import {
  backIn,
  InboxFailure,
  inboxState,
  PartlyStale,
  postForm,
  readInboxForm,
  takeDeed,
} from "./forms.ts";
import { callForm, registerCalls, type FeedAddress } from "./calls/calls.ts";
import { leadForms, registerLead } from "./lead/lead.ts";
import { registerMailedLinks } from "./mailed-links/mailed-links.ts";
import { registerMarks } from "./mark/marks.ts";
import { registerList } from "./list/list.ts";
import type { MachineState } from "./list/alarms.tsx";
import { registerPerson, registerRemoval } from "./remove/remove.ts";
import { registerSources } from "./sources/sources.ts";
import {
  readSignIn,
  registerSignIn,
  type SignInParts,
} from "./sign-in/sign-in.ts";
import { BrokenDraft, createDraft } from "./site/draft.ts";
import { registerSite } from "./site/site.ts";
import { registerSiteChanges } from "./site/site-changes.ts";
import { registerSiteFields } from "./site/site-fields.ts";
import { registerLaunch } from "./site/launch.ts";
import { registerPictures } from "./site/pictures.ts";
import { registerSitePages } from "./site/site-pages.ts";
import { registerSiteForm } from "./site/site-form.ts";
import { rightOf } from "./site/site-rights.ts";
import { registerTeam } from "./team/team.ts";
import { endSignIns } from "../leads/sign-ins.ts";

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

export interface InboxParts {
  manifest: BuildManifest;
  loadedPages: LoadedPages;
  entry: LeadEntry;
  removal: Removal;
  access: SignInParts;
  machine: () => Promise<MachineState>;
  settings: SiteSettings;
  /** In the agency's zone. */
  clock: Clock;
  /**
   * A member's address of the calls' calendar;
   * undefined if calls are booked elsewhere.
   */
  feed: FeedAddress | undefined;
  times: Pick<OpenTimes, "read"> | undefined;
  /**
   * Shows what was written into the content folder.
   * Undefined where nobody can write there.
   */
  showContent?: ShowContent | undefined;
}

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
  const { manifest, entry, access, removal } = parts;
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
  registerSignIn(app, access);
  registerMailedLinks(app, access, entry.change, removal.calls);
  app.register(async (signedIn) => {
    requireSignIn(signedIn, access);
    registerPages(signedIn, parts);
  });
}

function showOf({ loadedPages, clock }: InboxParts): FastifyReply["show"] {
  const { pages } = loadedPages;
  return function show(this: FastifyReply, page, props, deed = takeDeed(this)) {
    const state = inboxState(this.request, clock, deed);
    const html = pages.render(page, props, state);
    return this.type("text/html; charset=utf-8")
      .header("content-security-policy", policyOf(pages, html))
      .send(html);
  };
}

function requireSignIn(app: FastifyInstance, access: SignInParts): void {
  // A letter takes up to nine bytes, so a long
  // note needs more than a visitor's form.
  app.addHook("onRoute", (route) => {
    route.bodyLimit ??= MAX_READ_BYTES;
  });

  app.addHook("onRequest", async (request, reply) => {
    request.signIn = await readSignIn(access, request);
    if (request.signIn) return undefined;
    // A 401 must name a scheme (RFC 9110,
    // 15.5.2). An unknown scheme opens no dialog.
    reply.code(401).header("www-authenticate", "SignedLink");
    const typed = await readTyped(request);
    // The address of a form alone leads to a page.
    return reply.show("ask", { back: request.url, typed });
  });

  postForm(app, INBOX.signOut, async ({ request, reply }) => {
    await endSignIns(access.store, [request.signIn?.id ?? ""]);
    reply.header("set-cookie", access.sessions.close());
    return INBOX.path;
  });
}

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

function registerPages(app: FastifyInstance, parts: InboxParts): void {
  const { manifest, loadedPages, entry } = parts;
  const { removal, access, clock } = parts;
  const { store } = access;
  const { feed, times } = parts;
  const requiresPhone = manifest.workingHours.place.kind === "phone";
  registerList(app, store, clock, parts.machine, loadedPages.content);
  registerSources(app, store, clock);
  registerLead(app, store, times, {
    ...leadForms(store, entry.change),
    ...callForm(store, removal.calls, clock, requiresPhone),
  });
  registerMarks(app, store, entry.change);
  registerPerson(app, store);
  registerRemoval(app, removal, clock);
  registerEntry(app, entry);
  registerCalls(app, store, clock, feed);
  registerTeam(app, access);
  registerSiteEditor(app, parts);
}

function registerSiteEditor(app: FastifyInstance, parts: InboxParts): void {
  const { loadedPages, clock, settings, showContent: show } = parts;
  const { store, now } = parts.access;
  app.register(async (site) => {
    site.addHook("onRequest", async (request) => {
      rightOf(request);
    });
    const draft = createDraft({ store, settings, now, log: site.log });
    const { siteEditor } = loadedPages.content;
    const editor = { draft, settings, loadedPages, siteEditor, clock, show };
    registerSite(site, editor);
    registerSiteFields(site, editor, store);
    registerSiteForm(site, editor);
    registerPictures(site, editor);
    registerSitePages(site, editor);
    registerLaunch(site, editor);
    registerSiteChanges(site, editor, store);
  });
}

function showFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof StaleFailure) {
    const done = error instanceof PartlyStale ? error.done : undefined;
    return reply.code(409).show("stale", staleProps(request, error), done);
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
  return reply.code(STATUS[reason]).show("error", { reason, typed });
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
