/** What the inbox's routes show: its views, and the state of the machine beside them. */
import type { FastifyReply } from "fastify";
import type { CalendarState } from "../../contract/booking.ts";
import type { BackupAges, InboxRenderer, InboxView } from "../../contract/inbox.ts";
import { NO_DEED_COOKIE, readDeed } from "./forms.ts";
import { isoTime, type Clock } from "../leads/days.ts";
import { latePlaces } from "../store/backups.ts";
import { signInOf } from "./sessions.ts";

export type RenderView = (reply: FastifyReply, view: InboxView) => FastifyReply;

export function createRenderView(renderer: InboxRenderer, { timeZone, now }: Clock): RenderView {
  return (reply, view) => {
    const deed = readDeed(reply.request);
    if (deed) reply.header("set-cookie", NO_DEED_COOKIE);
    const signIn = signInOf(reply.request);
    const html = renderer.renderInbox({ now: isoTime(now()), timeZone, view, deed, signIn });
    return reply.type("text/html; charset=utf-8").send(html);
  };
}

export interface Machine {
  /** Why the store takes no lead now; undefined when it does. */
  fault: () => Promise<string | undefined>;
  /** Otherwise mails are only written to files. */
  hasMailServer: boolean;
  calendars: { states: () => readonly CalendarState[] };
  backupAges: () => BackupAges;
  /** Why a changed content folder is not shown; undefined when it is. */
  contentProblems?: (() => string | undefined) | undefined;
}

export function machineState({ calendars, backupAges, contentProblems }: Machine) {
  const ages = backupAges();
  return {
    calendars: [...calendars.states()],
    backupAges: ages,
    lateBackups: latePlaces(ages),
    contentProblems: contentProblems?.(),
  };
}
