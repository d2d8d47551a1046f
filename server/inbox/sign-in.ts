/** Sign-in with a signed link, which a member of the team requested or the command line made; and signing out. */
import { createHash } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { INBOX } from "../../contract/inbox.ts";
import { createUuidV7 } from "../leads/uuid.ts";
import { isPublicAddress } from "../network/checked-host.ts";
import { readForm, readQuery, type InboxParts } from "./inbox-parts.ts";

const LINK_WORKS_MS = 15 * 60_000;

/** A mailed link signs in for a working week. After the loss of a device, `leads sessions` ends it earlier. */
const SIGN_IN_LASTS_MS = 7 * 24 * 60 * 60_000;

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
    // This runs after the answer, so that its time does not reveal whether the address belongs to the team.
    const from = requestOrigin(request.ip, request.headers["user-agent"]);
    if (teamSignIn.team.includes(email))
      reply.raw.once("finish", () => {
        sendLink(parts, { id: markSignIn(newId()), email, from }, request.log).catch((error: unknown) =>
          request.log.error({ err: error }, "a sign-in link could not be mailed"),
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
    // The link was made while the clock was ahead.
    if (isMailed && check.expiresAt > now() + LINK_WORKS_MS) return pages.error(request, reply, "expired");
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

/** The id for a link of the command line: always the same, so the link opens once. A UUID (version 8, RFC 9562). */
function idOf(token: string): string {
  const hex = createHash("sha256").update(token).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Mails a link. Only the log reports a failure. @param asked `id`: of the future sign-in */
async function sendLink(
  { teamSignIn: { store, mailLink }, links, now: clock }: InboxParts,
  { id, email, from }: { id: string; email: string; from: string },
  log: FastifyBaseLogger,
): Promise<void> {
  const now = clock();
  const expiresAt = now + LINK_WORKS_MS;
  const time = (at: number) => new Date(at).toISOString();
  const kept = await store.run("addLink", { id, email, now: time(now), endsAt: time(expiresAt) });
  if (kept.kind === "ok" && !kept.value) return;
  const token = links.sign({ purpose: "inbox", subject: id, expiresAt });
  const sent = kept.kind === "ok" ? await mailLink(email, id, token, from) : kept;
  if (!("reason" in sent)) return;
  log.error({ reason: sent.reason }, "a sign-in link could not be mailed");
  // A link that could not be sent does not count against the address.
  if (sent.kind === "retry" || sent.kind === "refused") await store.run("endSignIns", [id]);
}

/** Names of user agents, in the order in which to look for them: later ones are also claimed by earlier ones. */
const BROWSERS = {
  Edge: /\bEdg/,
  Opera: /\bOPR\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /\b(?:Chrome|CriOS)\//,
  Safari: /\bSafari\//,
};
const SYSTEMS = {
  Android: /\bAndroid\b/,
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Windows: /\bWindows\b/,
  macOS: /\bMac OS X\b/,
  Linux: /\bLinux\b/,
};

/** Browser, system and network, as in `Firefox · Windows · 203.0.113.x`; no text of a stranger. */
export function requestOrigin(address: string, userAgent = ""): string {
  const named = [BROWSERS, SYSTEMS].flatMap(
    (names) => Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0] ?? [],
  );
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  if (!parsed || !isPublicAddress(parsed.toString())) return named.join(" \u00b7 ");
  const network =
    parsed instanceof ipaddr.IPv6
      ? [...parsed.parts.slice(0, 3).map((part) => part.toString(16)), "x"].join(":")
      : [...parsed.toByteArray().slice(0, 3), "x"].join(".");
  return [...named, network].join(" \u00b7 ");
}
