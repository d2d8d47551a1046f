import { Argument } from "commander";
import { isoTime } from "../../contract/durations.ts";
import { sendAgain } from "../../server/inbox/send-again.ts";
import { counted, LeadsCommand } from "../command.ts";

const KINDS = ["waiting", "dead", "written"] as const;

export const resendCommand = new LeadsCommand("resend")
  .about(
    "Sends deliveries again now.",
    "waiting: deliveries that failed, whose next try may be hours away. dead: deliveries that were given up. " +
      "written: mails about open leads and calls that were only written to files; set SMTP_URL first. " +
      "A receiver gets a delivery under the same id, so a webhook may drop it as a duplicate.",
  )
  .addArgument(new Argument("<which>", "which deliveries").choices(KINDS))
  .work(async ({ store }, which: (typeof KINDS)[number]) => {
    const ids = await sendAgain(store, { all: which }, isoTime(Date.now()));
    console.log(
      `${counted(ids.length, "delivery is", "deliveries are")} due now.`,
    );
  });
