/**
 * What both stores do with the same statements, by name, each in a transaction of its own. Whoever adds an operation
 * writes its statements and a line here; the threads of SQLite and PostgreSQL follow.
 */
import * as changes from "./admin-changes.ts";
import * as booking from "./bookings.ts";
import * as calendar from "./calendar.ts";
import * as calendarCopies from "./calendar-copies.ts";
import * as admin from "./admin-statements.ts";
import type { Unavailable } from "./availability.ts";
import { addSteps, readFunnel } from "./funnel-statements.ts";
import { fillLeads, probe, readLeads } from "./lead-statements.ts";
import { insertLeads } from "./insert-leads.ts";
import { listLeads } from "./list-statement.ts";
import { claim, nextDue, noticeFailure, recordResult } from "./outbox-statements.ts";
import type { Dialect, Query } from "./query.ts";
import { claimDigest, recordDigest } from "./suspected-digest.ts";
import { mendTimes } from "./mend-times.ts";
import * as retention from "./retention.ts";
import * as signIns from "./sign-ins.ts";
import type { LeadStore } from "./store.ts";

type Work<Asks, Value> = (query: Query, asked: Asks, dialect: Dialect) => Promise<Value>;

/** Only looks, and sees one moment. */
const reads = <Asks, Value>(work: Work<Asks, Value>) => ({ mode: "read" as const, work });

const writes = <Asks, Value>(work: Work<Asks, Value>) => ({ mode: "write" as const, work });

export const OUTBOX = {
  claim: writes(claim),
  recordResult: writes(recordResult),
  nextDue: reads(nextDue),
  noticeFailure: writes(noticeFailure),
  mendTimes: writes(mendTimes),
  claimDigest: writes(claimDigest),
  recordDigest: writes(recordDigest),
};

export const ADMIN = {
  list: reads(listLeads),
  overview: reads(admin.readOverview),
  lead: reads(admin.readLead),
  leadsAfter: reads(admin.readLeadsAfter),
  deliveries: reads(admin.listDeliveries),
  answer: writes(changes.answerLead),
  reopen: writes(changes.reopenLead),
  outcome: writes(changes.setOutcome),
  note: writes(changes.addNote),
  sendAgain: writes(changes.sendAgain),
  remove: writes(changes.removeLeads),
  planPurge: writes(retention.planPurge),
  recordPurge: writes(retention.recordPurge),
  purge: reads(retention.waitingPurge),
  allowPurge: writes(retention.allowPurge),
  funnel: reads(readFunnel),
  addSteps: writes(addSteps),
  health: reads(admin.readHealth),
};

export const SIGN_INS = {
  addLink: writes(signIns.addLink),
  openLink: writes(signIns.openLink),
  signIns: reads(signIns.signIns),
  endSignIns: writes(signIns.endSignIns),
};

export const BOOKINGS = {
  book: writes(booking.book),
  moveBooking: writes(booking.moveBooking),
  cancelBooking: writes(booking.cancelBooking),
  missBooking: writes(calendar.missBooking),
  bookings: reads(calendar.bookings),
  busyTimes: reads(calendar.busyTimes),
  closedTimes: reads(calendar.closedTimes),
  closeTime: writes(calendar.closeTime),
  openTimesAgain: writes(calendar.openTimesAgain),
};

export const CALENDARS = {
  calendarCopies: reads(calendarCopies.calendarCopies),
  keepCalendar: writes(calendarCopies.keepCalendar),
  takeCalendarNotice: writes(calendarCopies.takeCalendarNotice),
  recordCalendarNotice: writes(calendarCopies.recordCalendarNotice),
};

/** What a store has of its own. */
export const LEADS = {
  insert: writes(insertLeads),
  read: reads(readLeads),
  backfill: writes(fillLeads),
  probe: writes(probe),
};

export const OPERATIONS = {
  ...LEADS,
  ...OUTBOX,
  ...ADMIN,
  ...SIGN_INS,
  ...BOOKINGS,
  ...CALENDARS,
};

type Table = Record<string, { work: Work<never, unknown> }>;
export type Asked<Of extends Table[string]> = Parameters<Of["work"]>[1];
export type Given<Of extends Table[string]> = Awaited<ReturnType<Of["work"]>>;

type Methods<Some extends Table> = {
  [Name in keyof Some]: (asked: Asked<Some[Name]>) => Promise<Given<Some[Name]> | Unavailable>;
};

export type LeadOperations = Methods<typeof LEADS>;
export type OutboxStore = Methods<typeof OUTBOX>;
export type AdminStore = Methods<typeof ADMIN>;
export type SignInStore = Methods<typeof SIGN_INS>;
export type BookingStore = Methods<typeof BOOKINGS>;

export type CalendarStore = Methods<typeof CALENDARS>;

export interface Store extends LeadStore {
  readonly outbox: OutboxStore;
  readonly admin: AdminStore;
  readonly signIns: SignInStore;
  readonly bookings: BookingStore;
  readonly calendars: CalendarStore;
}
