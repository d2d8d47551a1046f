/** Sends a notice: a mail to the team about several leads or calendars. */

import { isoTime } from "../../../contract/durations.ts";
import {
  claimNotice,
  recordNotice,
  releaseNotice,
  type NoticeClaim,
} from "../../deliveries/notices.ts";
import type { SendResult, WorkerLog } from "../../deliveries/outbox.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import type { Database } from "../../store/database.ts";
import type { TeamLetter, TeamPost } from "./team-post.ts";

export interface Desk extends MailSettings {
  store: Database;
  post: TeamPost;
  mailLeadsAtNight: boolean;
  /** The addresses of the agency's calendars. */
  calendarUrls: readonly string[];
  log: Pick<WorkerLog, "error">;
  /**
   * The members who get a mail about their own
   * leads in place of the mail about all leads.
   */
  members: () => Promise<readonly string[]>;
}

interface ClaimedNotice {
  /**
   * When the cause of the notice began; for a
   * reminder, when the first answer is due.
   */
  about: string;
  /** The time of the previous notice of the same name. */
  sentAt: string;
  /**
   * A member who gets a mail about their own
   * leads. Without `owner`, the mail goes to all.
   */
  owner?: string;
}

interface Claim extends Omit<NoticeClaim, "now"> {
  /**
   * The mail names all leads whose answer is due
   * by this time, so they get no other reminder.
   */
  remindsUntil?: string;
  /** Whether a member gets a mail about their own leads, too. */
  tellsOwners?: boolean;
}

/**
 * A failed mail to all is sent again later. A failed mail to a member is only
 * logged: the member has the inbox and the next notice.
 * @param write returns undefined if there is nothing to tell
 */
export async function sendNotice(
  desk: Desk,
  { remindsUntil, tellsOwners, ...claim }: Claim,
  write: (notice: ClaimedNotice) => Promise<TeamLetter | undefined>,
): Promise<void> {
  const { store, post, log } = desk;
  const claimedAt = isoTime(desk.now());
  const claimed = await claimNotice(store, { ...claim, now: claimedAt });
  if (!claimed) return;
  const { leaseId, ...times } = claimed;
  // The same in every attempt, as long as the cause is the same.
  const id = `${claim.name}-${Date.parse(times.about).toString(36)}`;
  const release = () => releaseNotice(store, leaseId, claimedAt);
  async function send(owner?: string): Promise<SendResult | undefined> {
    const letter = await write(owner ? { ...times, owner } : times);
    const result = letter && (await post.send(id, letter, owner));
    if (result && "reason" in result)
      log.error(
        { reason: result.reason, notice: claim.name },
        "a mail to the team failed",
      );
    return result;
  }
  const result = await send().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (result?.kind === "retry" || result?.kind === "refused") {
    await release();
    return;
  }
  await recordNotice(store, leaseId, claim.after, result && remindsUntil);
  if (!result || !tellsOwners) return;
  for (const owner of await desk.members()) await send(owner);
}
