/** Who is in the team: the addresses of NOTIFY_EMAIL, and those who were invited in the inbox since. */
import { TEAM_MAILS, type SignIn, type TeamMember } from "../../contract/leads-admin.ts";
import type { Env } from "../settings/env.ts";
import type { Found } from "../store/store.ts";
import type { Database } from "../store/database.ts";
import { readSignIns, readTeam } from "./sign-ins.ts";

export type Team = ReturnType<typeof createTeam>;

/** The addresses that nobody can remove in the inbox, in lower case. */
export function firstOfTeam(
  { notifyEmail }: Pick<Env["outbox"], "notifyEmail">,
  { contactEmail }: { contactEmail: string },
): readonly string[] {
  return (notifyEmail ?? [contactEmail]).map((email) => email.toLowerCase());
}

/** Sign-ins that open the inbox, the oldest first. @param now ISO 8601 in UTC */
export async function readOpenSignIns(
  db: Database,
  team: Pick<Team, "members">,
  now: string,
): Promise<Found<SignIn[]>> {
  const members = await team.members();
  if (members.kind !== "ok") return members;
  const signIns = await readSignIns(db, { now });
  if (signIns.kind !== "ok") return signIns;
  return { kind: "ok", value: signIns.value.filter(opensInbox(members.value)) };
}

/** Whether a sign-in can still be used: by a member of the team, or by a link of the command line, which has no address. */
export const opensInbox =
  (members: readonly TeamMember[]) =>
  ({ email }: Pick<SignIn, "email">) =>
    email === "" || members.some((member) => member.email === email);

export function createTeam({ store, first }: { store: Database; first: readonly string[] }) {
  async function members(): Promise<Found<TeamMember[]>> {
    const team = await readTeam(store);
    if (team.kind !== "ok") return team;
    const invited = team.value.filter(({ email }) => !first.includes(email));
    return { kind: "ok", value: [...first.map((email) => ({ email, mails: "all" as const })), ...invited] };
  }

  /** While the store cannot be read, {@link first}: a mail that says so must reach somebody. */
  async function addressesWith(choices: readonly TeamMember["mails"][]): Promise<readonly string[]> {
    const team = await members();
    if (team.kind !== "ok") return first;
    return team.value.filter(({ mails }) => choices.includes(mails)).map(({ email }) => email);
  }

  return {
    first,
    members,
    addresses: () => addressesWith(TEAM_MAILS),
    /** Who gets every mail to the team; {@link first} whatever the others chose. */
    mailed: () => addressesWith(["all"]),
    /** Who gets mails about their own leads alone. */
    mailedOwn: async () => (await addressesWith(["mine"])).filter((email) => !first.includes(email)),
  };
}
