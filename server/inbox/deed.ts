/** What a press did: a cookie takes it to the next page, which says it once and offers to take it back. */
import * as v from "valibot";
import type { FastifyReply, FastifyRequest } from "fastify";
import { BackSchema, DeedSchema, INBOX_FIELDS, LIST_SIZE, type Deed } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";

const COOKIE = /(?:^|;)\s*deed=([^;\s]*)/;
const LASTS_SECONDS = 60;

/** Leads that a press takes back: a cookie holds 4 KB. */
export const MOST_UNDONE = LIST_SIZE;

/** The page of the inbox that a form names, else the first one. */
export function backIn(fields: ReadonlyMap<string, string>): string {
  return v.parse(v.fallback(BackSchema, INBOX.path), fields.get(INBOX_FIELDS.back));
}

/** The next page says it. @returns where the press was */
export function rememberDeed(reply: FastifyReply, { undo = [], ...deed }: Deed): string {
  const kept = { ...deed, ...(undo.length <= MOST_UNDONE && { undo }) };
  reply.header("set-cookie", deedCookie(encodeURIComponent(JSON.stringify(kept)), LASTS_SECONDS));
  return deed.back;
}

const deedCookie = (value: string, seconds: number) =>
  `deed=${value}; Path=${INBOX.path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;

export const NO_DEED_COOKIE = deedCookie("", 0);

export function readDeed({ headers }: FastifyRequest): Deed | undefined {
  const [, text = ""] = COOKIE.exec(headers.cookie ?? "") ?? [];
  const deed = v.pipe(v.string(), v.transform(decodeURIComponent), v.parseJson(), DeedSchema);
  const parsed = v.safeParse(deed, text);
  return parsed.success ? parsed.output : undefined;
}
