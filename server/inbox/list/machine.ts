import type { CalendarState } from "../../../contract/call/booking.ts";
import type { TeamSettings } from "../../../contract/inbox/leads-admin.ts";
import type { BackupAges } from "../../../contract/inbox/backup-ages.ts";

export interface MachineState {
  /** Who runs the site, and their number; each may be empty. */
  runner: Pick<TeamSettings, "runner" | "runnerPhone">;
  calendars: readonly CalendarState[];
  backupAges: BackupAges;
  /** Why the site does not show the changed content folder. */
  contentProblems: string | undefined;
  /** Whether the proxy in front hides visitors' addresses. */
  hidesVisitors: boolean;
  /** Why the store takes no lead now; undefined when it takes leads. */
  fault: string | undefined;
}
