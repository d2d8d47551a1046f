/**
 * How a mail to the team is written and
 * addressed. These mails bypass the outbox.
 */

import { fillIn } from "../../../contract/content/fill-in.ts";
import type { MailContent } from "../../../contract/mail/mail.ts";
import { paragraph, type Body } from "../../deliveries/mail/body.ts";
import {
  toMessage,
  type MailTransport,
} from "../../deliveries/mail/compose.ts";
import { refused, type SendResult } from "../../deliveries/outbox.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import { digestOf } from "../../deliveries/signed-links.ts";
import type { Team } from "../../leads/team.ts";
import { ifAvailable } from "../../store/unavailable.ts";

export interface TeamLetter {
  texts: Pick<MailContent["signIn"], "subject" | "text"> & { heading?: string };
  /** What the texts name. */
  values: Parameters<typeof fillIn>[1];
  /** What follows the text. Links name their reader. */
  more?: (reader: string) => Body;
  /**
   * Whether the mail ends with whom to call
   * about what only the machine can mend.
   */
  namesRunner?: boolean;
  /** The lead whose mails this mail follows. */
  thread?: string;
}

export type TeamPost = ReturnType<typeof createTeamPost>;

export function createTeamPost(
  settings: MailSettings,
  team: Pick<Team, "mailed" | "settings">,
  transport: MailTransport,
) {
  const { failed } = settings.content;

  /**
   * Sends each reader a mail of their own.
   * @param member the only reader's address;
   * without it, all of `team` who get every mail
   */
  async function send(
    id: string,
    { texts, values, more = () => [], namesRunner, thread }: TeamLetter,
    member?: string,
  ) {
    const runner = namesRunner ? await runnerLine() : [];
    const { subject, heading = subject, text } = texts;
    const fill = (sentence: string) => fillIn(sentence, values);
    const readers = member === undefined ? await team.mailed() : [member];
    const sending = readers.map((reader) => {
      const ownId = `${id}-${digestOf(reader)}`;
      const letter = {
        subject: fill(subject),
        body: [
          paragraph(fill(heading), "heading"),
          paragraph(fill(text)),
          ...more(reader),
          ...runner,
        ],
      };
      const mail = { id: ownId, to: reader, letter, thread };
      return transport.deliver(toMessage(mail, settings), ownId);
    });
    return asOne(await Promise.all(sending));
  }

  async function runnerLine(): Promise<Body> {
    const set = await ifAvailable(team.settings());
    const { runner = "", runnerPhone = "" } = set ?? {};
    const value = [runner, runnerPhone].filter(Boolean).join(", ");
    return failed.runner === undefined || value === ""
      ? []
      : [paragraph(`${failed.runner}: ${value}`)];
  }

  return {
    send,
    linkTo: (label: string, path: string) => ({
      label,
      url: new URL(path, settings.site.siteUrl).href,
    }),

    sendFailed: (
      id: string,
      what: "backup" | "content",
      reasons: readonly string[],
    ) =>
      send(id, {
        texts: failed,
        values: { what: failed[what] },
        more: () => reasons.map((reason) => paragraph(reason)),
        namesRunner: true,
      }),
  };
}

/** A mail that reached somebody is not sent again. */
function asOne(results: readonly SendResult[]): SendResult {
  const [first = refused("Nobody gets this mail.")] = results;
  const failed = results.filter(
    ({ kind }) => kind === "retry" || kind === "refused",
  );
  const arrived = results.find((one) => !failed.includes(one));
  if (!arrived || failed.length === 0) return arrived ?? first;
  const those = `${failed.length} of ${results.length} addresses`;
  return { kind: "sent", reason: `Not to ${those}: ${failed[0]?.reason}` };
}
