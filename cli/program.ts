import { Command } from "commander";
import { LEADS } from "../server/settings/leads-command.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { calendarCommand } from "./commands/calendar.ts";
import { exportCommand } from "./commands/export.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { launchCheckCommand } from "./commands/launch-check.ts";
import { resendCommand } from "./commands/resend.ts";
import { testCommand } from "./commands/test.ts";

export const FAILED = 1;
export const MISUSED = 2;

const MORE_HELP = `
The store is the database of DATABASE_URL, or a file in DATA_DIR.

Exit codes: 0 done, ${FAILED} failed, ${MISUSED} wrong usage.`;

export const leadsCommand = new Command(LEADS)
  .description("Manages the leads of this site, whether or not it is running.")
  .addHelpText("after", MORE_HELP)
  .addCommand(inboxCommand)
  .addCommand(calendarCommand)
  .addCommand(testCommand)
  .addCommand(exportCommand)
  .addCommand(resendCommand)
  .addCommand(launchCheckCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand);
for (const command of [leadsCommand, ...leadsCommand.commands])
  command.exitOverride().showHelpAfterError("(add --help for the usage)");
