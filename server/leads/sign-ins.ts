import { TeamMemberSchema, type TeamMember } from "../../contract/leads-admin.ts";
import { parseRecord, text, countOf } from "../store/query.ts";
import { among, sql } from "../store/sql.ts";
import type { Database } from "../store/database.ts";

/** A mailbox gets no further link while this many are unopened and have not expired. */
const LINKS_AT_ONCE = 3;

/** Replaces the address of an ended sign-in. Its row stays, so its link cannot be used again. */
const ENDED = "ended";

interface SignInLink {
  id: string;
  now: string;
  endsAt: string;
}

/** The command line's link has an empty address. @returns false: too many are unopened */
export function addSignInLink(db: Database, link: SignInLink & { email: string }) {
  const { id, email, now, endsAt } = link;
  return db.write(async (query) => {
    await query`DELETE FROM sign_ins WHERE ends_at <= ${now}`;
    // If a link ends after the new one, the clock was ahead when it was made. It is not counted, as
    // it could lock a member out for long.
    const unopened = sql`sign_ins WHERE email = ${email} AND opened_at IS NULL AND ends_at <= ${endsAt}`;
    const isAllowed = email === "" || (await countOf(query, unopened)) < LINKS_AT_ONCE;
    if (isAllowed)
      await query`INSERT INTO sign_ins VALUES (${id}, ${email}, NULL, ${endsAt}) ON CONFLICT DO NOTHING`;
    return isAllowed;
  });
}

/** Signs in with a link. @returns its address; undefined for an opened, ended or expired link */
export function openSignInLink(db: Database, { id, now, endsAt }: SignInLink) {
  return db.write(async (query) => {
    const [opened] = await query`UPDATE sign_ins SET opened_at = ${now}, ends_at = ${endsAt}
    WHERE id = ${id} AND opened_at IS NULL AND ends_at > ${now} AND email <> ${ENDED} RETURNING email`;
    return opened ? text(opened, "email") : undefined;
  });
}

/** Who was invited, the earliest first. */
export function readTeam(db: Database) {
  return db.read(async (query) => {
    const rows = await query`SELECT * FROM team_members ORDER BY invited_at, email`;
    return rows.map((row) => parseRecord(TeamMemberSchema, row));
  });
}

/** @param most how many members a team may have @returns false if it has so many */
export function addMember(
  db: Database,
  { email, by, now, most }: { email: string; by: string | undefined; now: string; most: number },
) {
  return db.write(async (query) => {
    const hasRoom = (await countOf(query, sql`team_members WHERE email <> ${email}`)) < most;
    if (hasRoom)
      await query`INSERT INTO team_members (email, invited_by, invited_at)
        VALUES (${email}, ${by}, ${now}) ON CONFLICT DO NOTHING`;
    return hasRoom;
  });
}

/** Stores which of the team's mails an invited member wants. @returns undefined for others */
export function chooseMails(db: Database, { email, mails }: Pick<TeamMember, "email" | "mails">) {
  return db.write(async (query) => {
    const [chosen] =
      await query`UPDATE team_members SET mails = ${mails} WHERE email = ${email} RETURNING email`;
    return chosen && text(chosen, "email");
  });
}

/** Also ends all sign-ins and unopened links of the member. @returns undefined for others */
export function removeMember(db: Database, email: string) {
  return db.write(async (query) => {
    const removed = await query`DELETE FROM team_members WHERE email = ${email} RETURNING email`;
    if (removed.length === 0) return undefined;
    await query`UPDATE sign_ins SET email = ${ENDED} WHERE email = ${email}`;
    return email;
  });
}

export function endSignIns(db: Database, ids: readonly string[]) {
  return db.write((query) => query`UPDATE sign_ins SET email = ${ENDED} WHERE id ${among(ids)}`);
}
