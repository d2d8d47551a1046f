/** The team as other parts ask for it: who is in it, and who gets what. */

import * as v from "valibot";
import { timeAfter } from "../../contract/durations.ts";
import {
  SignInSchema,
  TEAM_MAILS,
  type TeamMember,
  TeamMemberSchema,
  TeamSettingsSchema,
  type TeamSettings,
} from "../../contract/inbox/leads-admin.ts";
import type { Env } from "../settings/env.ts";
import { readRows, type Database } from "../store/database.ts";
import {
  flag,
  parseRecord,
  parseRecords,
  type Query,
  columnOf,
} from "../store/query.ts";
import { among, lockKey, sql } from "../store/sql.ts";
import type { Readers } from "../store/store.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { endSignInsOf } from "./sign-ins.ts";

export type Team = ReturnType<typeof createTeam>;

/**
 * The addresses of NOTIFY_EMAIL, or else
 * the site's own. The first is the owner's.
 */
export function namedMembers(
  { notifyEmail }: Env["outbox"],
  site: { contactEmail: string },
): readonly string[] {
  return [...new Set(notifyEmail ?? [site.contactEmail])];
}

/** @param named the addresses of the settings, the owner's first */
export function createTeam(store: Database, named: readonly string[]) {
  const [owner = ""] = named;

  const members = () => store.read((query) => readMembers(query, named));

  /**
   * While the store fails, the owner gets the
   * mail: somebody must learn of the failure.
   */
  async function addressesWith(choices: readonly TeamMember["mails"][]) {
    const team = await ifAvailable(members());
    if (!team) return [owner];
    return team
      .filter(({ mails }) => choices.includes(mails))
      .map(({ email }) => email);
  }

  const addresses = () => addressesWith(TEAM_MAILS);

  /**
   * Whose mails about leads and calls are planned.
   * Without a reader, they go to the owner.
   */
  async function readers(): Promise<Readers> {
    const read = store.read(async (query) => ({
      team: await readMembers(query, named),
      ...(await readTeamSettings(query)),
    }));
    const state = await ifAvailable(read);
    const { team = [], inTurn = false } = state ?? {};
    const taking = team.filter(({ takesLeads }) => takesLeads);
    const leads = taking.map(({ email }) => email);
    return {
      leads: leads.length > 0 ? leads : [owner],
      team: team.map(({ email }) => email),
      inTurn,
    };
  }

  /**
   * Who gets a planned mail: the owner, if its reader has left the team since.
   */
  async function readerOf(planned: string): Promise<string> {
    return (await addresses()).includes(planned) ? planned : owner;
  }

  return {
    ...teamChanges(store, named),
    /** The address that nobody can remove in the inbox. */
    owner,
    named,
    members,
    addresses,
    readers,
    readerOf,
    /** @param now in ISO 8601 in UTC @param id only this sign-in is read */
    openSignIns: async (now: string, id?: string) =>
      readOpenSignIns(store, await members(), now, id),
    settings: () => store.read(readTeamSettings),
    /** The members who get every mail to the team. */
    mailed: () => addressesWith(["all"]),
    /** The members who get mails about their own leads alone. */
    mailedOwn: () => addressesWith(["mine"]),
  };
}

/**
 * What an address of the settings may do and
 * gets, until an owner decides otherwise.
 */
const SET_UP = { mails: "all", role: "owner", takesLeads: true } as const;

const MemberRowSchema = v.object({
  ...TeamMemberSchema.entries,
  takesLeads: flag,
  isDecided: flag,
});

const lockTeam = lockKey("team");

async function readMembers(
  query: Query,
  named: readonly string[],
): Promise<TeamMember[]> {
  const rows = await query`SELECT email, mails, invited_at, invited_by,
      role IS NOT NULL AS is_decided, coalesce(takes_leads, 0) AS takes_leads,
      coalesce(role,
        CASE WHEN may_edit = 1 THEN 'editor' ELSE 'member' END) AS role
    FROM team_members ORDER BY invited_at, email`;
  const stored = parseRecords(MemberRowSchema, rows);
  const removed = columnOf(
    await query`SELECT email FROM removed_members`,
    "email",
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

async function readTeamSettings(query: Query): Promise<TeamSettings> {
  const [row = {}] = await query`SELECT * FROM team_settings`;
  const schema = v.object({ ...TeamSettingsSchema.entries, inTurn: flag });
  return parseRecord(schema, row);
}

/** The clock was wrong if a sign-in has a date that is even further ahead. */
const MOST_AHEAD_MS = 60 * 60_000;

/**
 * Sign-ins that open the inbox, the oldest first.
 * A sign-in by the command line has no `email`.
 */
async function readOpenSignIns(
  db: Database,
  members: readonly TeamMember[],
  now: string,
  id?: string,
) {
  const roles = new Map(members.map(({ email, role }) => [email, role]));
  const latest = timeAfter(now, MOST_AHEAD_MS);
  const signIns = await readRows(
    db,
    SignInSchema,
    sql`SELECT * FROM sign_ins
      WHERE email ${among(["", ...roles.keys()])} AND ends_at > ${now}
        AND opened_at < ${latest}
        AND id = coalesce(${id}, id) ORDER BY opened_at, id`,
  );
  return signIns.map((signIn) => ({
    ...signIn,
    role: roles.get(signIn.email ?? "") ?? "owner",
  }));
}

/** What the page of the team changes, one change after the other. */
function teamChanges(store: Database, named: readonly string[]) {
  const write = <Result>(change: (query: Query) => Promise<Result>) =>
    store.write(async (query) => {
      await query`${lockTeam}`;
      return change(query);
    });

  async function find(query: Query, email: string) {
    const members = await readMembers(query, named);
    return members.find((one) => one.email === email);
  }

  return {
    /**
     * Invites an address, also one that was removed. @returns false for a member
     */
    add: (email: string, by: string | undefined, now: string) =>
      write(async (query) => {
        if (await find(query, email)) return false;
        await query`DELETE FROM removed_members WHERE email = ${email}`;
        await query`INSERT INTO team_members (email, invited_by, invited_at,
            role, takes_leads)
          VALUES (${email}, ${by}, ${now}, 'member', 0)
          ON CONFLICT (email) DO UPDATE SET role = 'member', takes_leads = 0`;
        return true;
      }),

    /** @returns undefined for a stranger */
    change: (
      email: string,
      change: Partial<Pick<TeamMember, "mails" | "role" | "takesLeads">>,
      now: string,
    ) =>
      write(async (query) => {
        const member = await find(query, email);
        if (!member) return undefined;
        const { mails, role, takesLeads } = { ...member, ...change };
        await query`INSERT INTO team_members (email, invited_at, mails, role,
            takes_leads)
          VALUES (${email}, ${now}, ${mails}, ${role}, ${Number(takesLeads)})
          ON CONFLICT (email) DO UPDATE
          SET mails = excluded.mails, role = excluded.role,
            takes_leads = excluded.takes_leads`;
        return email;
      }),

    /**
     * Removes a member for good, ends the member's sign-ins and links, and gives
     * back leads that are not decided, so that nobody waits for the member to
     * answer. @returns false for a stranger
     */
    remove: (email: string) =>
      write(async (query) => {
        if (!(await find(query, email))) return false;
        await query`DELETE FROM team_members WHERE email = ${email}`;
        await query`INSERT INTO removed_members VALUES (${email})
          ON CONFLICT DO NOTHING`;
        await query`UPDATE lead_contexts SET owner = NULL
          WHERE owner = ${email} AND outcome IS NULL`;
        await endSignInsOf(query, email);
        return true;
      }),

    changeSettings: (change: Partial<TeamSettings>) =>
      write(async (query) => {
        const settings = { ...(await readTeamSettings(query)), ...change };
        const { inTurn, runner, runnerPhone } = settings;
        await query`UPDATE team_settings SET in_turn = ${Number(inTurn)},
          runner = ${runner}, runner_phone = ${runnerPhone}`;
      }),
  };
}
