/**
 * Links that open one thing for a time, or
 * for a member. A new LINK_SECRET ends all.
 */

import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Booking } from "../../contract/call/booking.ts";
import { DAY_MS } from "../../contract/durations.ts";
import { linkPath, type LinkPurpose } from "../../contract/http/routes.ts";

export interface LinkGrant {
  purpose: LinkPurpose;
  /**
   * The id of a lead, a booking or a sign-in, or
   * what {@link leadFor} returns; else empty.
   */
  subject: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Every signature covers this text, so that this
 * secret's other signatures are not valid here.
 */
const CONTEXT = "nightshift link 1";

/** `expires` is in base 36. */
const TOKEN =
  /^(?<purpose>[a-z]{1,8})\.(?<subject>[\w-]{0,64})\.(?<expires>[0-9a-z]{1,11})\.(?<signature>[\w-]{43})$/;

export function createSignedLinks(secret: string) {
  function tokenOf(purpose: string, subject: string, expires: string): string {
    const signed = [CONTEXT, purpose, subject, expires].join("\n");
    const signature = createHmac("sha256", secret)
      .update(signed)
      .digest("base64url");
    return [purpose, subject, expires, signature].join(".");
  }

  const sign = ({ purpose, subject, expiresAt }: LinkGrant) =>
    tokenOf(purpose, subject, Math.floor(expiresAt).toString(36));

  /** The token is in the query, because the log contains no queries. */
  const path = (grant: LinkGrant) => linkPath(grant.purpose, sign(grant));

  return {
    sign,
    path,

    url: (site: string, grant: LinkGrant) => new URL(path(grant), site).href,

    /**
     * @returns `bad` for a token that was changed,
     * or has a different purpose or secret
     */
    verify(token: string, purpose: LinkPurpose, now: number) {
      const groups = TOKEN.exec(token)?.groups ?? {};
      const { subject = "", expires = "" } = groups;
      if (groups["purpose"] !== purpose) return { kind: "bad" } as const;
      // Compares whole tokens, so that a grant has
      // only one token. Both tokens are equally long.
      const valid = tokenOf(purpose, subject, expires);
      if (!timingSafeEqual(Buffer.from(token), Buffer.from(valid)))
        return { kind: "bad" } as const;
      const expiresAt = Number.parseInt(expires, 36);
      if (now >= expiresAt) return { kind: "expired" } as const;
      return { kind: "valid", subject, expiresAt } as const;
    },
  };
}

/**
 * The subject of a link in a reader's mail: the
 * lead's id, and a digest of their address.
 */
export const leadFor = (leadId: string, reader: string): string =>
  `${leadId}_${digestOf(reader)}`;

/**
 * @returns undefined if the reader has left the
 * team; `by` is undefined for a link in a chat
 */
export function readLeadFor(subject: string, readers: readonly string[]) {
  const [id = "", digest] = subject.split("_");
  if (digest === undefined) return { id, by: undefined };
  const by = readers.find((address) => digestOf(address) === digest);
  return by === undefined ? undefined : { id, by };
}

export const digestOf = (address: string): string =>
  hash("sha256", address.toLowerCase(), "hex").slice(0, 12);

/**
 * A call can be a year ahead, and be moved as far
 * again, so its links work long after its first time.
 */
const CALL_LINKS_WORK_DAYS = 3 * 365;
/** How long a visitor can pick a time without filling in the form again. */
export const OFFER_MS = 30 * DAY_MS;

/**
 * Grants the page of a call. All links to a call
 * are equal, since `createdAt` never changes.
 */
export function callLink({
  id,
  createdAt,
}: Pick<Booking, "id" | "createdAt">): LinkGrant {
  const expiresAt = Date.parse(createdAt) + CALL_LINKS_WORK_DAYS * DAY_MS;
  return { purpose: "booking", subject: id, expiresAt };
}

/**
 * Grants the page where a lead picks a time for
 * its call. @param now milliseconds since 1970
 */
export function offerLink(leadId: string, now: number): LinkGrant {
  return { purpose: "schedule", subject: leadId, expiresAt: now + OFFER_MS };
}

/**
 * Grants a member the calendar of all calls,
 * as long as the member is in the team.
 */
export const feedLink = (reader: string): LinkGrant => ({
  purpose: "feed",
  subject: leadFor("calls", reader),
  expiresAt: Date.UTC(9999, 0),
});
