import { HOUR_MS, isoTime } from "../../contract/durations.ts";
import type { LinkGrant } from "../deliveries/signed-links.ts";
import type { Database } from "../store/database.ts";
import { countOf, type Query } from "../store/query.ts";
import { among, type Sql, sql } from "../store/sql.ts";
import { createUuidV7 } from "./uuid.ts";

/**
 * A mailbox gets no further link while it has
 * this many unopened links that have not expired.
 */
const LINKS_AT_ONCE = 3;

/**
 * Replaces the address of an ended sign-in. Its
 * row stays, so its link cannot be used again.
 */
const ENDED = "ended";

/**
 * Within this time, two presses on the same button count as one double press.
 */
export const DOUBLE_PRESS_MS = 3_000;

const OPERATOR_LINK_WORKS_MS = 12 * HOUR_MS;

/**
 * Adds the link that the command line or the
 * start prints. @param at milliseconds since 1970
 */
export function addOperatorLink(db: Database, at: number) {
  return db.write((query) => insertLink(query, "", at, OPERATOR_LINK_WORKS_MS));
}

/**
 * Stores a link for a mail. @returns undefined
 * if the address has too many unopened links
 */
export function addMemberLink(
  db: Database,
  email: string,
  at: number,
  worksMs: number,
) {
  return db.write(async (query) => {
    // A link that ends later than the new link was made
    // while the clock was ahead. It is not counted,
    // because it could lock a member out for a long time.
    const unopened = sql`sign_ins WHERE email = ${email} AND opened_at IS NULL
      AND ends_at > ${isoTime(at)} AND ends_at <= ${isoTime(at + worksMs)}`;
    const hasRoom = (await countOf(query, unopened)) < LINKS_AT_ONCE;
    return hasRoom ? insertLink(query, email, at, worksMs) : undefined;
  });
}

/**
 * Whether the first press of a double press
 * stored a link that works for `worksMs`.
 */
export const hasNewLink = (
  db: Database,
  email: string,
  at: number,
  worksMs: number,
) =>
  isAny(
    db,
    sql`email = ${email} AND opened_at IS NULL AND ends_at BETWEEN
      ${isoTime(at + worksMs - DOUBLE_PRESS_MS)} AND ${isoTime(at + worksMs)}`,
  );

const isAny = (db: Database, where: Sql): Promise<boolean> =>
  db.read(
    async (query) => (await countOf(query, sql`sign_ins WHERE ${where}`)) > 0,
  );

/** @param email empty for a link of the command line or the start */
async function insertLink(
  query: Query,
  email: string,
  at: number,
  worksMs: number,
): Promise<LinkGrant> {
  const id = createUuidV7(() => at)();
  const expiresAt = at + worksMs;
  await query`DELETE FROM sign_ins WHERE ends_at <= ${isoTime(at)}`;
  await query`INSERT INTO sign_ins
    VALUES (${id}, ${email}, NULL, ${isoTime(expiresAt)})`;
  return { purpose: "inbox", subject: id, expiresAt };
}

/** @param at milliseconds since 1970 */
const stillWorks = (id: string, at: number) =>
  sql`id = ${id} AND ends_at > ${isoTime(at)} AND email <> ${ENDED}
    AND (opened_at IS NULL OR opened_at BETWEEN
      ${isoTime(at - DOUBLE_PRESS_MS)} AND ${isoTime(at + DOUBLE_PRESS_MS)})`;

/** @returns false if the link was used before, has ended or expired */
export const isUnusedLink = (db: Database, id: string, at: number) =>
  isAny(db, stillWorks(id, at));

/** Signs in with a link. @returns false if it no longer works */
export function openSignInLink(
  db: Database,
  id: string,
  { at, endsAt }: { at: number; endsAt: number },
) {
  return db.write(async (query) => {
    const opened = await query`UPDATE sign_ins
      SET opened_at = coalesce(opened_at, ${isoTime(at)}),
        ends_at = ${isoTime(endsAt)}
      WHERE ${stillWorks(id, at)} RETURNING id`;
    return opened.length > 0;
  });
}

/** Ends the sign-ins and unopened links of an address. */
export const endSignInsOf = (query: Query, email: string) =>
  query`UPDATE sign_ins SET email = ${ENDED} WHERE email = ${email}`;

/** @returns true for the first who asks, and never again */
export function isFirstVisit(db: Database, at: number): Promise<boolean> {
  const now = isoTime(at);
  return db.write(async (query) => {
    const rows = await query`INSERT INTO notices (name, sent_at, leased_until)
      VALUES ('launch-list', ${now}, ${now}) ON CONFLICT DO NOTHING
      RETURNING name`;
    return rows.length > 0;
  });
}

export function endSignIns(db: Database, ids: readonly string[]) {
  return db.write(
    (query) =>
      query`UPDATE sign_ins SET email = ${ENDED} WHERE id ${among(ids)}`,
  );
}
