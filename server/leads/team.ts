/** The team as other parts ask for it: who is in it, and who gets what. */
import { timeAfter } from "../../contract/durations.ts";
import {
  SignInSchema,
  TEAM_MAILS,
  type TeamMember,
} from "../../contract/inbox/leads-admin.ts";
import { cleanEmail } from "../../contract/lead/mailbox.ts";
import type { Env } from "../settings/env.ts";
import type { Database } from "../store/database.ts";
import { parseRecord } from "../store/query.ts";
import { among } from "../store/sql.ts";
import type { Readers } from "../store/store.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { readMembers, readTeamSettings } from "./members.ts";

export type Team = ReturnType<typeof createTeam>;

/** The addresses of NOTIFY_EMAIL, or else the site's own. The first is the owner's. */
export function namedMembers(
  { notifyEmail }: Env["outbox"],
  site: { contactEmail: string },
): readonly string[] {
  const emails = notifyEmail ?? [site.contactEmail];
  return [...new Set(emails.map(cleanEmail))];
}

/** The clock was wrong if a sign-in has a date that is even further ahead. */
const MOST_AHEAD_MS = 60 * 60_000;

/**
 * Sign-ins that open the inbox, the oldest first. A sign-in by the command line has no `email`.
 * @param now in ISO 8601 in UTC @param id only this sign-in is read
 */
export async function readOpenSignIns(
  db: Database,
  team: Team,
  now: string,
  id?: string,
) {
  const emails = ["", ...(await team.members()).map(({ email }) => email)];
  const latest = timeAfter(now, MOST_AHEAD_MS);
  return db.read(async (query) => {
    const rows = await query`SELECT * FROM sign_ins
      WHERE email ${among(emails)} AND ends_at > ${now} AND opened_at < ${latest}
        AND id = coalesce(${id}, id) ORDER BY opened_at, id`;
    return rows.map((row) => parseRecord(SignInSchema, row));
  });
}

export function createTeam({
  store,
  named,
}: {
  store: Database;
  named: readonly string[];
}) {
  const [owner = ""] = named;

  const members = () => store.read((query) => readMembers(query, named));

  /** While the store fails, the owner gets the mail: somebody must learn of the failure. */
  async function addressesWith(choices: readonly TeamMember["mails"][]) {
    const team = await ifAvailable(members(), undefined);
    if (!team) return [owner];
    return team
      .filter(({ mails }) => choices.includes(mails))
      .map(({ email }) => email);
  }

  const addresses = () => addressesWith(TEAM_MAILS);

  /** Whose mails about leads and calls are planned. Without a reader, they go to the owner. */
  async function readers(): Promise<Readers> {
    const read = store.read(async (query) => ({
      team: await readMembers(query, named),
      ...(await readTeamSettings(query)),
    }));
    const state = await ifAvailable(read, undefined);
    const { team = [], inTurn = false } = state ?? {};
    const taking = team.filter(({ takesLeads }) => takesLeads);
    const leads = taking.map(({ email }) => email);
    return {
      leads: leads.length > 0 ? leads : [owner],
      team: team.map(({ email }) => email),
      inTurn,
    };
  }

  /** Who gets a planned mail: the owner, if its reader has left the team since. */
  async function readerOf(planned: string): Promise<string> {
    const email = planned.toLowerCase();
    return (await addresses()).includes(email) ? email : owner;
  }

  /** Whether a sign-in changes the team: an owner's, or one of the command line's link. */
  async function isOwner(email = ""): Promise<boolean> {
    if (email === "") return true;
    const team = await members();
    return team.some((one) => one.email === email && one.role === "owner");
  }

  return {
    /** The address that nobody can remove in the inbox. */
    owner,
    named,
    members,
    addresses,
    readers,
    readerOf,
    isOwner,
    settings: () => store.read(readTeamSettings),
    /** The members who get every mail to the team. */
    mailed: () => addressesWith(["all"]),
    /** The members who get mails about their own leads alone; none while the store fails. */
    mailedOwn: async () =>
      (await addressesWith(["mine"])).filter((email) => email !== owner),
  };
}
