/** Who is in the team: the addresses of NOTIFY_EMAIL, and those who were invited since. */
import { TEAM_MAILS, type TeamMember } from "../../contract/leads-admin.ts";
import type { Env } from "../settings/env.ts";
import type { Database } from "../store/database.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { readSignIns, readTeam } from "./sign-ins.ts";

export type Team = ReturnType<typeof createTeam>;

/** The addresses that nobody can remove in the inbox, in lower case. */
export function firstOfTeam({ notifyEmail }: Env["outbox"], site: { contactEmail: string }) {
  return (notifyEmail ?? [site.contactEmail]).map((email) => email.toLowerCase());
}

/**
 * Sign-ins that open the inbox, the oldest first: of the team's members, and of links of the
 * command line, which have no address. @param now ISO 8601 in UTC @param id of one of them
 */
export async function readOpenSignIns(db: Database, team: Team, which: { now: string; id?: string }) {
  const signIns = await readSignIns(db, which);
  if (signIns.length === 0) return [];
  const emails = ["", ...(await team.members()).map(({ email }) => email)];
  return signIns.filter(({ email }) => emails.includes(email));
}

export function createTeam({ store, first }: { store: Database; first: readonly string[] }) {
  async function members(): Promise<TeamMember[]> {
    const invited = (await readTeam(store)).filter(({ email }) => !first.includes(email));
    return [...first.map((email) => ({ email, mails: "all" as const })), ...invited];
  }

  /** While the store cannot be read, {@link first}: a mail that says so must reach somebody. */
  async function addressesWith(choices: readonly TeamMember["mails"][]) {
    const team = await ifAvailable(members(), undefined);
    if (!team) return first;
    return team.filter(({ mails }) => choices.includes(mails)).map(({ email }) => email);
  }

  return {
    first,
    members,
    addresses: () => addressesWith(TEAM_MAILS),
    /** Who gets every mail to the team; {@link first} whatever the others chose. */
    mailed: () => addressesWith(["all"]),
    /** Who gets mails about their own leads alone. */
    mailedOwn: async () => (await addressesWith(["mine"])).filter((one) => !first.includes(one)),
  };
}
