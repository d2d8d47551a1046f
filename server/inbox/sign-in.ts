/** The way in, by a signed link that somebody asked for or that the command line made, and the way out. */
import { createHash } from "node:crypto";
import type { InboxParts } from "./inbox-parts.ts";
import type { FastifyInstance } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import { createUuidV7 } from "../leads/uuid.ts";
import { sendLink, SIGN_IN_LASTS_MS } from "./door.ts";
import { readForm, readQuery } from "./input.ts";

export function registerSignIn(app: FastifyInstance, parts: InboxParts): void {
  const { pages, links, markSignIn, sessions, teamSignIn, now, signedIn, ownForm } = parts;
  const newId = createUuidV7(now);

  app.post(INBOX.ask, { onRequest: [ownForm] }, (request, reply) => {
    const refused = teamSignIn.takeToken(request.ip);
    if (refused.kind !== "taken") {
      if ("retryAfter" in refused) reply.header("retry-after", refused.retryAfter);
      return pages.error(request, reply, "too-many");
    }
    const email = readForm(request)?.get(INBOX.emailField)?.trim().toLowerCase() ?? "";
    // Afterwards, so that the time it takes tells nobody whose address it is.
    if (teamSignIn.team.includes(email))
      reply.raw.once("finish", () => {
        sendLink(teamSignIn, { id: markSignIn(newId()), email, links, now: now(), log: request.log }).catch(
          (error: unknown) => request.log.error({ err: error }, "a sign-in link could not be mailed"),
        );
      });
    return pages.page(reply, { view: "ask", sent: true });
  });

  // Opening the link changes nothing: its page has a button.
  app.get(INBOX.signIn, (request, reply) => {
    const token = readQuery(request).get(INBOX.tokenField) ?? "";
    const check = links.verify(token, "inbox", now());
    if (check.kind !== "valid") return pages.error(request, reply, check.kind);
    return pages.page(reply, { view: "sign-in", action: INBOX.signIn, token });
  });

  app.post(INBOX.signIn, { onRequest: [ownForm] }, async (request, reply) => {
    const form = readForm(request);
    if (!form) return pages.error(request, reply, "unreadable");
    const token = form.get(INBOX.tokenField) ?? "";
    const check = links.verify(token, "inbox", now());
    if (check.kind !== "valid") return pages.error(request, reply, check.kind);
    const isMailed = check.subject !== "";
    const id = isMailed ? check.subject : markSignIn(idOf(token));
    const expiresAt = isMailed ? now() + SIGN_IN_LASTS_MS : check.expiresAt;
    const signIn = { id, now: new Date(now()).toISOString(), endsAt: new Date(expiresAt).toISOString() };
    if (!isMailed) await teamSignIn.store.run("addLink", { ...signIn, email: "" });
    const opened = await teamSignIn.store.run("openLink", signIn);
    if (opened.kind !== "ok")
      return pages.error(request, reply, opened.kind === "missing" ? "used" : "unavailable");
    return pages.redirect(reply.header("set-cookie", sessions.open(id, expiresAt)), INBOX.path);
  });

  app.post(INBOX.signOut, { onRequest: [ownForm, signedIn] }, async (request, reply) => {
    await teamSignIn.store.run("endSignIns", [sessions.idOf(request) ?? ""]);
    return pages.redirect(reply.header("set-cookie", sessions.close()), INBOX.path);
  });
}

/** The sign-in of a link of the command line, whose token names none: always the same, so that it opens once. A UUID (version 8, RFC 9562). */
function idOf(token: string): string {
  const hex = createHash("sha256").update(token).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
