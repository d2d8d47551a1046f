import { Argument } from "commander";
import { sendAgain } from "../../server/inbox/admin-changes.ts";
import { isoTime } from "../../server/leads/days.ts";
import { counted, LeadsCommand } from "../command.ts";

const NONE = {
  waiting: "No failed delivery is waiting for a retry.",
  dead: "No delivery was given up.",
  written: "No mail that was written to a file is about an open lead or call.",
};

export const resendCommand = new LeadsCommand("resend")
  .about(
    "Sends deliveries again now.",
    "waiting: deliveries that failed, whose next try may be hours away. dead: deliveries that were given up. " +
      "written: mails about open leads and calls that were only written to files; set SMTP_URL first. " +
      "A receiver gets a delivery under the same id, so a webhook may drop it as a duplicate.",
  )
  .addArgument(new Argument("<which>", "which of them").choices(Object.keys(NONE)))
  .examples("resend waiting", "resend dead", "resend written")
  .work(async ({ store }, which: keyof typeof NONE) => {
    const ids = await sendAgain(store, { all: which }, isoTime(Date.now()));
    const due = `${counted(ids.length, "delivery is", "deliveries are")} due now.`;
    console.log(ids.length === 0 ? NONE[which] : due);
  });
