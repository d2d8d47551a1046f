/** Links that open one thing for a limited time (HMAC-SHA-256). A new LINK_SECRET ends all of them. */
import { CALL_PATH, CONFIRM_PATH, SCHEDULE_PATH } from "../../../contract/routes.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { INBOX } from "../../../contract/inbox.ts";

/** The purposes of links; a link for one purpose opens nothing else. */
export const LINK_PURPOSES = ["answer", "show", "inbox", "schedule", "booking", "confirm"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const LINK_PATHS: Record<LinkPurpose, string> = {
  answer: "/inbox/link/answer",
  show: "/inbox/link/show",
  inbox: INBOX.signIn,
  schedule: SCHEDULE_PATH,
  booking: CALL_PATH,
  confirm: CONFIRM_PATH,
};

export interface LinkGrant {
  purpose: LinkPurpose;
  /** The id of a lead, a booking or a sign-in; empty for a link to none of them. */
  subject: string;
  /** Milliseconds since 1970; from then on the link is expired. */
  expiresAt: number;
}

type LinkCheck =
  | { kind: "valid"; subject: string; expiresAt: number }
  /** We signed it, and its time is over. */
  | { kind: "expired" }
  /** Not ours, changed on its way, for another purpose, or signed with another secret. */
  | { kind: "bad" };

/** Separates this use of the secret from all others. */
const CONTEXT = "nightshift link 1";

const TOKEN =
  /^(?<purpose>[a-z]{1,8})\.(?<subject>[\w-]{0,64})\.(?<expires>[0-9a-z]{1,11})\.(?<keyId>[\w-]{8})\.(?<signature>[\w-]{43})$/;

/** Signs and checks links with one secret; a token names the secret's fingerprint. */
export function createSignedLinks(secret: string) {
  const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  const keyId = hmac(`${CONTEXT}\nkey id`).slice(0, 8);

  function write(purpose: string, subject: string, expires: string): string {
    const signature = hmac([CONTEXT, keyId, purpose, subject, expires].join("\n"));
    return [purpose, subject, expires, keyId, signature].join(".");
  }

  /** A token that needs no escaping in a URL. @throws {RangeError} for an id or a time that it cannot hold */
  function sign({ purpose, subject, expiresAt }: LinkGrant): string {
    const token = write(purpose, subject, Math.floor(expiresAt).toString(36));
    if (!TOKEN.test(token)) throw new RangeError("A link cannot hold this id or time.");
    return token;
  }

  return {
    sign,

    /** The full address of a link. @throws as `sign` */
    url: (siteUrl: string, grant: LinkGrant) => linkUrl(siteUrl, grant.purpose, sign(grant)),

    /** Reads a token that came from outside. Takes the same time for every signature that could be tried. */
    verify(token: string, purpose: LinkPurpose, now: number): LinkCheck {
      const parts = TOKEN.exec(token)?.groups;
      if (!parts) return { kind: "bad" };
      const { subject = "", expires = "" } = parts;
      // Compared as text, so that one grant has one token; both are equally long, as TOKEN has it.
      const ours = write(parts["purpose"] ?? "", subject, expires);
      if (!timingSafeEqual(Buffer.from(token), Buffer.from(ours))) return { kind: "bad" };
      if (parts["purpose"] !== purpose) return { kind: "bad" };
      const expiresAt = Number.parseInt(expires, 36);
      return now < expiresAt ? { kind: "valid", subject, expiresAt } : { kind: "expired" };
    },
  };
}

/** The full address of a link. The token is a parameter: the log has routes, never addresses with their query. */
export function linkUrl(siteUrl: string, purpose: LinkPurpose, token: string): string {
  return new URL(`${LINK_PATHS[purpose]}?${INBOX.tokenField}=${token}`, siteUrl).href;
}
