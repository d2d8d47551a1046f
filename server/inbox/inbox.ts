/** `/inbox`: the operator's pages. A mailed link signs a device in, a cookie keeps it in, and each change is a form. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { INBOX_FIELDS, tickOf, type InboxError, type InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import type { Stale } from "../../contract/history.ts";
import { isCrossSite, queryIn } from "../http/forms.ts";
import { parseUuid } from "../leads/uuid.ts";
import { STORE_RETRY_SECONDS } from "../store/store.ts";
import { createInboxParts, InboxFailure, readForm, StaleFailure } from "./inbox-parts.ts";
import type { InboxOptions } from "./inbox-parts.ts";
import { registerCalls } from "./calls.ts";
import { registerEdit, registerLead, registerMailLinks, registerSeveral } from "./lead.ts";
import { listIn, registerList } from "./list.ts";
import { registerHealth } from "./health.ts";
import { registerPerson } from "./person.ts";
import { registerSignIn, wayCookie } from "./sign-in.ts";
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

export async function inbox(app: FastifyInstance, options: InboxOptions): Promise<void> {
  const { site, store } = options;
  const parts = createInboxParts(options);
  const { page, sessions, signIns } = parts;

  app.setErrorHandler((error, request, reply) => {
    const signedIn = sessions.idOf(request) !== undefined;
    if (error instanceof StaleFailure)
      return page(reply.code(409), { ...staleView(request, error.leads), signedIn });
    if (!(error instanceof InboxFailure)) throw error;
    const { reason, message } = error;
    if (message !== reason) request.log.error({ reason: message }, "the inbox could not be read");
    if (reason === "unavailable") reply.header("retry-after", STORE_RETRY_SECONDS);
    return page(reply.code(STATUS[reason]), { view: "error", reason, signedIn });
  });

  app.addHook("onRequest", async (request) => {
    if (request.method === "POST" && isCrossSite(request, site.manifest.site.siteUrl))
      throw new InboxFailure("foreign");
  });

  app.addHook<{ Params: Record<string, string> }>("preValidation", async (request) => {
    for (const [name, text] of Object.entries(request.params)) {
      const id = parseUuid(text);
      if (id === undefined) throw new InboxFailure("missing");
      request.params[name] = id;
    }
  });

  registerSignIn(app, parts);
  registerMailLinks(app, parts);

  app.register(async (signedIn) => {
    // Shows the page that asks for an email address to a device that is not signed in.
    signedIn.addHook("onRequest", async (request, reply) => {
      const signIn = await parts.signInOf(request);
      if (signIn) {
        signIns.set(request, signIn);
        return undefined;
      }
      if (request.method === "GET" && request.url !== INBOX.path)
        reply.header("set-cookie", wayCookie(request.url));
      // A 401 must name a scheme (RFC 9110, section 15.5.2); browsers do not prompt for an unknown one.
      reply.code(401).header("www-authenticate", "SignedLink");
      return page(reply, { view: "ask", sent: false });
    });
    registerList(signedIn, parts);
    registerLead(signedIn, parts);
    registerEdit(signedIn, parts);
    registerCalls(signedIn, parts);
    registerTeam(signedIn, parts);
    registerHealth(signedIn, parts);
    registerPerson(signedIn, parts);
    registerSeveral(signedIn, parts);
    registerUndo(signedIn, parts);
    parts.post(signedIn, INBOX.signOut, async ({ request, reply }) => {
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
  if (url.startsWith(INBOX.calls)) return INBOX.calls;
  if (url.split("?")[0] === INBOX.mark) return INBOX.path + queryIn(request);
  if (url.startsWith(INBOX.mark)) return INBOX.lead(lead?.leadId ?? "") + queryIn(request);
  return url;
}
