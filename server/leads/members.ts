/** Who is in the team: rows of the store, and addresses of the settings, of which the first is the owner's. */
import * as v from "valibot";
import {
  TeamMemberSchema,
  TeamSettingsSchema,
  type TeamMember,
  type TeamSettings,
} from "../../contract/inbox/leads-admin.ts";
import type { Database } from "../store/database.ts";
import { flag, parseRecord, text, type Query } from "../store/query.ts";
import { lockKey } from "../store/sql.ts";
import { endSignInsOf } from "./sign-ins.ts";

/** What an address of the settings may do and gets, until an owner decides otherwise. */
const SET_UP = { mails: "all", role: "owner", takesLeads: true } as const;

const MemberRowSchema = v.object({
  ...TeamMemberSchema.entries,
  takesLeads: flag,
  isDecided: flag,
});

const lockTeam = lockKey("team");

/** @param named the addresses of the settings, the owner's first */
export async function readMembers(
  query: Query,
  named: readonly string[],
): Promise<TeamMember[]> {
  const rows = await query`SELECT email, mails, invited_at, invited_by,
      role IS NOT NULL AS is_decided, coalesce(takes_leads, 0) AS takes_leads,
      coalesce(role, CASE WHEN may_edit = 1 THEN 'editor' ELSE 'member' END) AS role
    FROM team_members ORDER BY invited_at, email`;
  const stored = rows.map((row) => parseRecord(MemberRowSchema, row));
  const removed = (await query`SELECT email FROM removed_members`).map((row) =>
    text(row, "email"),
  );
  const [owner] = named;
  const setUp = named
    .filter((email) => email === owner || !removed.includes(email))
    .map((email) => {
      const row = stored.find((one) => one.email === email && one.isDecided);
      const { mails, role, takesLeads } = row ?? SET_UP;
      return email === owner
        ? { ...SET_UP, email, takesLeads }
        : { email, mails, role, takesLeads };
    });
  return [...setUp, ...stored.filter(({ email }) => !named.includes(email))];
}

/** Invites an address, also one that was removed. @returns false for a member */
export function addMember(
  db: Database,
  named: readonly string[],
  { email, by, now }: { email: string; by: string | undefined; now: string },
) {
  return db.write(async (query) => {
    await query`${lockTeam}`;
    if (await findMember(query, named, email)) return false;
    await query`DELETE FROM removed_members WHERE email = ${email}`;
    await query`INSERT INTO team_members (email, invited_by, invited_at, role, takes_leads)
      VALUES (${email}, ${by}, ${now}, 'member', 0)
      ON CONFLICT (email) DO UPDATE SET role = 'member', takes_leads = 0`;
    return true;
  });
}

async function findMember(
  query: Query,
  named: readonly string[],
  email: string,
) {
  const members = await readMembers(query, named);
  return members.find((one) => one.email === email);
}

/** @returns undefined for a stranger */
export function changeMember(
  db: Database,
  named: readonly string[],
  email: string,
  change: Partial<Pick<TeamMember, "mails" | "role" | "takesLeads">>,
  now: string,
) {
  return db.write(async (query) => {
    await query`${lockTeam}`;
    const member = await findMember(query, named, email);
    if (!member) return undefined;
    const { mails, role, takesLeads } = { ...member, ...change };
    await query`INSERT INTO team_members (email, invited_at, mails, role, takes_leads)
      VALUES (${email}, ${now}, ${mails}, ${role}, ${Number(takesLeads)})
      ON CONFLICT (email) DO UPDATE SET mails = excluded.mails, role = excluded.role,
        takes_leads = excluded.takes_leads`;
    return email;
  });
}

/** Removes a member for good, and ends the member's sign-ins and links. @returns false for a stranger */
export function removeMember(
  db: Database,
  named: readonly string[],
  email: string,
) {
  return db.write(async (query) => {
    await query`${lockTeam}`;
    if (!(await findMember(query, named, email))) return false;
    await query`DELETE FROM team_members WHERE email = ${email}`;
    await query`INSERT INTO removed_members VALUES (${email}) ON CONFLICT DO NOTHING`;
    await endSignInsOf(query, email);
    return true;
  });
}

export async function readTeamSettings(query: Query): Promise<TeamSettings> {
  const [row = {}] = await query`SELECT * FROM team_settings`;
  const schema = v.object({ ...TeamSettingsSchema.entries, inTurn: flag });
  return parseRecord(schema, row);
}

export function changeTeamSettings(
  db: Database,
  change: Partial<TeamSettings>,
) {
  return db.write(async (query) => {
    await query`${lockTeam}`;
    const settings = { ...(await readTeamSettings(query)), ...change };
    const { inTurn, runner, runnerPhone } = settings;
    await query`UPDATE team_settings SET in_turn = ${Number(inTurn)},
      runner = ${runner}, runner_phone = ${runnerPhone}`;
  });
}
