/** The team: invited members, and permanent members (NOTIFY_EMAIL, or else the site's address). */
import {
  SignInSchema,
  TEAM_MAILS,
  type TeamMember,
} from "../../contract/inbox/leads-admin.ts";
import type { Env } from "../settings/env.ts";
import type { Database } from "../store/database.ts";
import { parseRecord } from "../store/query.ts";
import { among } from "../store/sql.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { readTeam } from "./sign-ins.ts";

export type Team = ReturnType<typeof createTeam>;

/** The addresses that nobody can remove in the inbox, in lower case. */
export function permanentMembers(
  { notifyEmail }: Env["outbox"],
  site: { contactEmail: string },
) {
  return (notifyEmail ?? [site.contactEmail]).map((email) =>
    email.toLowerCase(),
  );
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
  const latest = new Date(Date.parse(now) + MOST_AHEAD_MS).toISOString();
  return db.read(async (query) => {
    const rows = await query`SELECT * FROM sign_ins
      WHERE email ${among(emails)} AND ends_at > ${now} AND opened_at < ${latest}
        AND id = coalesce(${id}, id) ORDER BY opened_at, id`;
    return rows.map((row) => parseRecord(SignInSchema, row));
  });
}

export function createTeam({
  store,
  permanent,
}: {
  store: Database;
  permanent: readonly string[];
}) {
  async function members(): Promise<TeamMember[]> {
    const invited = (await readTeam(store)).filter(
      ({ email }) => !permanent.includes(email),
    );
    return [
      ...permanent.map((email) => ({ email, mails: "all" as const })),
      ...invited,
    ];
  }

  /** While the store fails, permanent members get the mail: somebody must learn of the failure. */
  async function addressesWith(choices: readonly TeamMember["mails"][]) {
    const team = await ifAvailable(members(), undefined);
    if (!team) return permanent;
    return team
      .filter(({ mails }) => choices.includes(mails))
      .map(({ email }) => email);
  }

  return {
    permanent,
    members,
    addresses: () => addressesWith(TEAM_MAILS),
    /** The members who get every mail to the team. */
    mailed: () => addressesWith(["all"]),
    /** The members who get mails about their own leads alone; none while the store fails. */
    mailedOwn: async () =>
      (await addressesWith(["mine"])).filter(
        (email) => !permanent.includes(email),
      ),
  };
}
