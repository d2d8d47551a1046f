/** What a press did: a cookie takes it to the next page, which says it once and offers to take it back. */
import * as v from "valibot";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DEEDS, type Deed } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";

const COOKIE = /(?:^|;)\s*deed=([^;\s]*)/;
const LASTS_SECONDS = 60;

/** A page of the inbox. */
export const BackSchema = v.pipe(v.string(), v.regex(/^\/inbox(?:[/?#]|$)/));

const DeedSchema = v.object({
  what: v.picklist(DEEDS),
  count: v.number(),
  undo: v.array(v.string()),
  /** Where the press was. */
  back: BackSchema,
});

/** The next page says it. @returns where the press was */
export function rememberDeed(reply: FastifyReply, deed: Deed): string {
  reply.header("set-cookie", deedCookie(deed));
  return deed.back;
}

function deedCookie(deed: Deed): string {
  const value = encodeURIComponent(JSON.stringify(deed));
  return `deed=${value}; Path=${INBOX.path}; Max-Age=${LASTS_SECONDS}; HttpOnly; SameSite=Strict`;
}

export const NO_DEED_COOKIE = `deed=; Path=${INBOX.path}; Max-Age=0; HttpOnly; SameSite=Strict`;

export function readDeed({ headers }: FastifyRequest): Deed | undefined {
  const [, text] = COOKIE.exec(headers.cookie ?? "") ?? [];
  if (!text) return undefined;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.transform(decodeURIComponent), v.parseJson(), DeedSchema),
    text,
  );
  return parsed.success ? parsed.output : undefined;
}
