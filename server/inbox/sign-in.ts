/** The way in, by a signed link, and the way out. Opening the link changes nothing: its page has a button. */
import type { InboxParts } from "./inbox-parts.ts";
import type { FastifyInstance } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import { readForm, readQuery } from "./input.ts";

export function registerSignIn(app: FastifyInstance, parts: InboxParts): void {
  const { pages, links, sessions, now, signedIn, ownForm } = parts;

  app.get(INBOX.signIn, (request, reply) => {
    const token = readQuery(request).get(INBOX.tokenField) ?? "";
    const check = links.verify(token, "inbox", now());
    if (check.kind !== "valid") return pages.error(request, reply, check.kind);
    return pages.page(reply, { view: "sign-in", action: INBOX.signIn, token });
  });

  app.post(INBOX.signIn, { onRequest: [ownForm] }, (request, reply) => {
    const form = readForm(request);
    if (!form) return pages.error(request, reply, "unreadable");
    const check = links.verify(form.get(INBOX.tokenField) ?? "", "inbox", now());
    if (check.kind !== "valid") return pages.error(request, reply, check.kind);
    return pages.redirect(reply.header("set-cookie", sessions.open(check.expiresAt)), INBOX.path);
  });

  app.post(INBOX.signOut, { onRequest: [ownForm, signedIn] }, (_request, reply) =>
    pages.redirect(reply.header("set-cookie", sessions.close()), INBOX.path),
  );
}
