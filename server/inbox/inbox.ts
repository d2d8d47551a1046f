/** `/inbox`: the operator's pages. A mailed link signs a device in, a cookie keeps it in, and each change is a form. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { INBOX_FIELDS, tickOf, type InboxError, type InboxViews } from "../../contract/inbox.ts";
import { isServedByTls } from "../../contract/build-manifest.ts";
import type { BuiltSite } from "../http/built-site.ts";
import { INBOX } from "../../contract/routes.ts";
import type { Stale } from "../../contract/history.ts";
import { isCrossSite, queryIn } from "../http/forms.ts";
import { parseUuid } from "../leads/uuid.ts";
import { STORE_RETRY_SECONDS } from "../store/store.ts";
import type { OpenTimes } from "../calls/offered-times.ts";
import type { LeadEntry } from "./enter-lead.ts";
import type { Removal } from "./remove-leads.ts";
import { InboxFailure, StaleFailure } from "./failures.ts";
import { inboxHeaders } from "./inbox-headers.ts";
import { postForm, readForm } from "./posted-form.ts";
import { createRenderView, type Machine } from "./render-view.ts";
import { createSessions, rememberSignIn } from "./sessions.ts";
import { registerCalls } from "./calls.ts";
import { registerEdit } from "./edit.ts";
import { registerLead, registerSeveral } from "./lead.ts";
import { registerMailLinks } from "./mailed-links.ts";
import { listIn, registerList } from "./list.ts";
import { registerHealth } from "./health.ts";
import { registerPerson } from "./person.ts";
import { registerSelectAll } from "./select-all.ts";
import { readSignIn, registerSignIn, wayCookie, type SignInParts } from "./sign-in.ts";
import { registerTeam } from "./team.ts";
import { registerUndo } from "./undo.ts";
import { endSignIns } from "../leads/sign-ins.ts";

const STATUS: Record<InboxError, number> = {
  expired: 410,
  bad: 403,
  used: 410,
  "too-many": 429,
  missing: 404,
  waiting: 503,
  unreadable: 400,
  foreign: 403,
  unavailable: 503,
};

interface InboxParts {
  site: BuiltSite;
  entry: LeadEntry;
  removal: Removal;
  access: SignInParts;
  machine: Machine;
  agency: {
    /** IANA name of the zone in which days are counted and times are shown. */
    timeZone: string;
    /** Its addresses. */
    notify: readonly string[];
    /** The address of the calendar feed; undefined if the scheduling page is on another site. */
    feed: string | undefined;
    times: Pick<OpenTimes, "read"> | undefined;
  };
  /** Signs the sessions. */
  linkSecret: string;
}

export async function inbox(app: FastifyInstance, parts: InboxParts): Promise<void> {
  const { site, entry, removal, access, machine, agency, linkSecret } = parts;
  const { manifest, inbox: renderer } = site;
  const { store, now } = access;
  const { timeZone, notify, feed, times } = agency;
  const { change } = entry;
  const headers = inboxHeaders(manifest, renderer);
  const sessions = createSessions(linkSecret, isServedByTls(manifest), now);
  const render = createRenderView({ renderer, timeZone, now });
  const { place } = manifest.workingHours;

  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(headers);
  });

  app.setErrorHandler((error, request, reply) => {
    const signedIn = sessions.idOf(request) !== undefined;
    if (error instanceof StaleFailure)
      return render(reply.code(409), { ...staleView(request, error.leads), signedIn });
    if (!(error instanceof InboxFailure)) throw error;
    const { reason, message } = error;
    if (message !== reason) request.log.error({ reason: message }, "the inbox could not be read");
    if (reason === "unavailable") reply.header("retry-after", STORE_RETRY_SECONDS);
    return render(reply.code(STATUS[reason]), { view: "error", reason, signedIn });
  });

  app.addHook("onRequest", async (request) => {
    if (request.method === "POST" && isCrossSite(request, manifest.site.siteUrl))
      throw new InboxFailure("foreign");
  });

  app.addHook<{ Params: Record<string, string> }>("preValidation", async (request) => {
    for (const [name, text] of Object.entries(request.params)) {
      const id = parseUuid(text);
      if (id === undefined) throw new InboxFailure("missing");
      request.params[name] = id;
    }
  });

  registerSignIn(app, { render, access, sessions });
  registerMailLinks(app, { change, render, access, sessions, notify });

  app.register(async (signedIn) => {
    // Shows the page that asks for an email address to a device that is not signed in.
    signedIn.addHook("onRequest", async (request, reply) => {
      const signIn = await readSignIn(access, sessions, request);
      if (signIn) {
        rememberSignIn(request, signIn);
        return undefined;
      }
      if (request.method === "GET" && request.url !== INBOX.path)
        reply.header("set-cookie", wayCookie(request.url));
      // A 401 must name a scheme (RFC 9110, section 15.5.2); browsers do not prompt for an unknown one.
      reply.code(401).header("www-authenticate", "SignedLink");
      return render(reply, { view: "ask", sent: false });
    });
    const { sheet, sourceSheet } = renderer;
    registerList(signedIn, { store, render, sheet, sourceSheet, machine, timeZone, now });
    const requiresPhone = place.kind === "phone";
    registerLead(signedIn, { store, change, render, times, requiresPhone, timeZone, now });
    registerEdit(signedIn, { entry, render });
    const { calls } = removal;
    registerCalls(signedIn, { store, calls, render, now, availability: { timeZone, place }, feed });
    registerTeam(signedIn, { render, access });
    registerHealth(signedIn, { store, render, machine, timeZone, now });
    registerPerson(signedIn, { removal, render, notify, now });
    registerSeveral(signedIn, { change, removal, render, notify, now });
    registerUndo(signedIn, store, change);
    registerSelectAll(signedIn, { change, removal, render, notify, timeZone, now });
    postForm(signedIn, INBOX.signOut, async ({ request, reply }) => {
      await endSignIns(store, [sessions.idOf(request) ?? ""]);
      reply.header("set-cookie", sessions.close());
      return INBOX.path;
    });
  });
}

/** What a change from a page that shows an older state needs to be made anyway: the same form, with the versions that the leads have by now. */
function staleView(request: FastifyRequest, leads: readonly Stale[]) {
  const { url } = request;
  const renewed = new Map<string, string>([
    [INBOX_FIELDS.seen, String(leads[0]?.version)],
    [INBOX_FIELDS.lead, leads.map(({ leadId: id, version }) => tickOf({ id, version })).join(" ")],
  ]);
  const fields = [...readForm(request)].map(([name, value]): InboxViews["stale"]["fields"][number] => [
    name,
    renewed.get(name) ?? value,
  ]);
  return { view: "stale" as const, leads, action: url, fields, back: backFrom(request, leads) };
}

/** The page that shows the present state. */
function backFrom(request: FastifyRequest, [lead, another]: readonly Stale[]): string {
  const { url } = request;
  if (url === INBOX.delete)
    return another ? listIn(readForm(request).get(INBOX_FIELDS.back)) : INBOX.lead(lead?.leadId ?? "");
  if (url.split("?")[0] === INBOX.mark) return INBOX.path + queryIn(request);
  if (url.startsWith(INBOX.mark)) return INBOX.lead(lead?.leadId ?? "") + queryIn(request);
  return url;
}
