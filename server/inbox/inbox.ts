/** `/inbox`: the operator's pages. A mailed link signs a device in, a cookie keeps it in, and each change is a form. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SignIn } from "../../contract/leads-admin.ts";
import type { BuiltSite } from "../http/built-site.ts";
import { isCrossSite } from "../http/forms.ts";
import { isServedByTls } from "../../contract/build-manifest.ts";
import { createSignedLinks } from "../outbox/links/signed-links.ts";
import { parseUuid } from "../leads/uuid.ts";
import { registerSignIn } from "./sign-in.ts";
import { registerCalls } from "./calls.ts";
import { createInboxPages, inboxHeaders, type InboxParts } from "./inbox-parts.ts";
import { registerSeveral, registerLead, registerMailLinks, registerEdit } from "./lead.ts";
import { registerList } from "./list.ts";
import { createOpensInbox, createSessions, markSignIn } from "./session.ts";

type Given = "admin" | "teamSignIn" | "timeZone" | "calendars" | "backupAges" | "now";

export interface InboxOptions extends Pick<InboxParts, Given> {
  site: BuiltSite;
  linkSecret: string;
  /** The address of the calendar feed; undefined if the scheduling page is on another site. */
  feed: string | undefined;
}

export async function inbox(app: FastifyInstance, options: InboxOptions): Promise<void> {
  const { site, admin, linkSecret, teamSignIn, timeZone, now } = options;
  const { manifest, inbox: renderer } = site;
  const sessions = createSessions(linkSecret, isServedByTls(manifest), now);
  const headers = inboxHeaders(manifest, renderer);
  const pages = createInboxPages({
    renderInbox: (state) => renderer.renderInbox(state),
    headers,
    timeZone,
    isSignedIn: (request) => sessions.idOf(request) !== undefined,
    now,
  });
  const opensInbox = createOpensInbox(linkSecret, teamSignIn.team);
  const known = new WeakMap<FastifyRequest, SignIn>();
  const parts: InboxParts = {
    admin,
    pages,
    sheet: renderer.sheet,
    links: createSignedLinks(linkSecret),
    markSignIn: (id) => markSignIn(id, linkSecret),
    sessions,
    teamSignIn,
    timeZone,
    calendars: options.calendars,
    backupAges: options.backupAges,
    now,
    signedIn: async (request, reply) => {
      const id = sessions.idOf(request);
      const found =
        id === undefined
          ? undefined
          : await teamSignIn.store.run("signIns", { now: new Date(now()).toISOString(), id });
      if (found?.kind === "unavailable") return pages.error(request, reply, "unavailable");
      const [signIn] = found?.kind === "ok" ? found.value : [];
      // A person who leaves the team is signed out.
      if (signIn && opensInbox(signIn)) {
        known.set(request, signIn);
        return undefined;
      }
      // A 401 must name a scheme (RFC 9110, section 15.5.2); browsers do not prompt for an unknown one.
      return pages.page(reply.code(401).header("www-authenticate", "SignedLink"), {
        view: "ask",
        sent: false,
      });
    },
    by: (request) => known.get(request)?.email || undefined,
    ownForm: (request, reply, done) => {
      if (isCrossSite(request, manifest.site.siteUrl)) pages.error(request, reply, "foreign");
      else done();
    },
  };
  app.addHook<{ Params: Record<string, string> }>("preValidation", async (request, reply) => {
    for (const [name, text] of Object.entries(request.params)) {
      const id = parseUuid(text);
      if (id === undefined) return pages.error(request, reply, "missing");
      request.params[name] = id;
    }
  });
  registerSignIn(app, parts);
  registerMailLinks(app, parts);
  registerList(app, parts);
  registerLead(app, parts);
  registerEdit(app, parts);
  registerCalls(app, parts, options.feed);
  registerSeveral(app, parts);
}
