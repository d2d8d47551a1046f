/** `resend` makes deliveries due now: one, or all of a kind. */
import { InvalidArgumentError } from "commander";
import type { LeadsAdmin } from "../../contract/admin-operations.ts";
import { parseUuid } from "../../server/leads/uuid.ts";
import { counted, Failure, LeadsCommand, okValue, type Context } from "../context.ts";

const ALL = ["waiting", "dead", "written"] as const;
type All = (typeof ALL)[number];
const isAll = (text: string): text is All => ALL.some((one) => one === text);

const NONE: Record<All, string> = {
  waiting: "No failed delivery is waiting for a retry.",
  dead: "No delivery was given up.",
  written: "No mail about an open lead or a call is in a file.",
};
const NONE_OF_ID =
  "No delivery with this id was sent, was given up, is withheld or is waiting for a retry. Due " +
  "deliveries are sent anyway.";

export function resendCommand(context: Context) {
  return new LeadsCommand("resend", context)
    .about(
      "Sends deliveries again now: one, even if it was sent, or all of a kind.",
      "waiting: those that failed, whose next try may be hours away. dead: those that were given up. written: " +
        "once SMTP_URL is set, the mails about open leads and calls that were only written to files. Receivers " +
        "get a delivery under the same id, so a webhook may drop it as a duplicate.",
    )
    .argument("<which>", `the delivery's id, or ${ALL.join(", ")}`, whichArgument)
    .examples("resend waiting", "resend dead", "resend 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")
    .prints(async ({ admin }, which: string) => {
      const ids = isAll(which)
        ? okValue(await admin.sendAgain({ all: which }))
        : await resendOne(admin, which);
      const none = isAll(which) ? NONE[which] : NONE_OF_ID;
      if (ids.length === 0 && !isAll(which)) throw new Failure(none);
      const said = `${counted(ids.length, "delivery is", "deliveries are")} due now.`;
      return { found: { resent: ids }, lines: [ids.length === 0 ? none : said] };
    });
}

function whichArgument(value: string): string {
  const id = isAll(value) ? value : parseUuid(value.trim());
  if (id !== undefined) return id;
  throw new InvalidArgumentError(`It must be ${ALL.join(", ")}, or an id of 36 characters from a list.`);
}

/** A mail that is withheld, since its mailbox had its mails of the day, has not been tried. */
async function resendOne(admin: LeadsAdmin, id: string): Promise<string[]> {
  const tried = okValue(await admin.sendAgain({ id, only: "tried" }));
  return tried.length > 0 ? tried : okValue(await admin.sendAgain({ id, only: "unsent" }));
}
