/** The team's way in: who may ask for a link, and how it gets to them. */
import type { FastifyBaseLogger } from "fastify";
import type { TakeTokens } from "../http/rate-limit.ts";
import type { SendResult } from "../outbox/channel.ts";
import type { SignedLinks } from "../outbox/links/signed-links.ts";
import type { Store } from "../storage/operations.ts";

const LINK_WORKS_MS = 15 * 60_000;

/** Of a sign-in that came of a mailed link: a working week, and whoever lost a device ends it earlier. */
export const SIGN_IN_LASTS_MS = 7 * 24 * 60 * 60_000;

export interface TeamSignIn {
  store: Pick<Store, "run">;
  /** Addresses that may ask, in lower case. */
  team: readonly string[];
  /** Mails the link of a token. @param id names the mail */
  mailLink: (to: string, id: string, token: string) => Promise<SendResult>;
  /** Of an address of the internet: there is no limit for all of them, which strangers could use up for the team. */
  takeToken: TakeTokens;
}

interface Ask {
  /** Of the sign-in that may come of it. */
  id: string;
  email: string;
  links: SignedLinks;
  now: number;
  log: FastifyBaseLogger;
}

/** Mails a link to one of the team. What goes wrong is for the log alone: who asked has got the same answer as everybody. */
export async function sendLink(
  { store, mailLink }: TeamSignIn,
  { id, email, links, now, log }: Ask,
): Promise<void> {
  const expiresAt = now + LINK_WORKS_MS;
  const time = (at: number) => new Date(at).toISOString();
  const kept = await store.run("addLink", { id, email, now: time(now), endsAt: time(expiresAt) });
  if (kept.kind === "ok" && !kept.value) return;
  const token = links.sign({ purpose: "inbox", subject: id, expiresAt });
  const sent = kept.kind === "ok" ? await mailLink(email, id, token) : kept;
  if (!("reason" in sent)) return;
  log.error({ reason: sent.reason }, "a sign-in link could not be mailed");
  // What nobody got is none of the mailbox's links.
  if (sent.kind === "retry" || sent.kind === "refused") await store.run("endSignIns", [id]);
}
