/** Every operation of a store with its statements, in its own transaction. All adapters follow this table. */
import * as askedLinks from "./asked-links.ts";
import * as admin from "./admin-statements.ts";
import * as adminChanges from "./admin-changes.ts";
import type { Found, Unavailable, Refusal } from "./store.ts";
import * as bookings from "./bookings.ts";
import * as calendar from "./calendar.ts";
import * as calendarCopies from "./calendar-copies.ts";
import { addSteps, readFunnel } from "./funnel-statements.ts";
import { insertLeads, keepWish } from "./insert-leads.ts";
import { deletionStaleness } from "./history.ts";
import { readHealth, readOverview, readWeek } from "./counts.ts";
import * as formTexts from "./form-texts.ts";
import * as notices from "./notices.ts";
import * as outbox from "./outbox-statements.ts";
import { BrokenRule, type Database } from "./database.ts";
import { createProbe, probe } from "./probe.ts";
import type { Query } from "./query.ts";
import * as retention from "./retention.ts";
import * as signIns from "./sign-ins.ts";

type Work<Input, Output> = (query: Query, input: Input) => Promise<Output>;

interface Operation<Input, Output> {
  /** `read`: cannot write, and sees one moment. */
  mode: "read" | "write";
  work: Work<Input, Output>;
  /** The output when a rule of the schema is broken; without it, that is an error in this program. */
  refused?: ((refusal: Refusal) => Output | undefined) | undefined;
}

function reads<Input, Output>(work: Work<Input, Output>): Operation<Input, Output> {
  return { mode: "read", work };
}

function writes<Input, Output>(
  work: Work<Input, Output>,
  refused?: (refusal: Refusal) => Output | undefined,
): Operation<Input, Output> {
  return { mode: "write", work, refused };
}

function found<Input, Value>(work: Work<Input, Value | undefined>): Work<Input, Found<Value>> {
  return async (...parameters) => {
    const value = await work(...parameters);
    return value === undefined ? { kind: "missing" } : { kind: "ok", value };
  };
}

const finds = <Input, Value>(work: Work<Input, Value | undefined>) => reads(found(work));
const changes = <Input, Value>(work: Work<Input, Value | undefined>) => writes(found(work));

const TABLE = {
  insert: writes(insertLeads, (refusal) => (refusal.kind === "taken" ? undefined : refusal)),
  probe: writes(probe),

  claim: writes(outbox.claim),
  recordResult: writes(outbox.recordResult),
  noticeFailure: changes(notices.noticeFailure),
  mendTimes: changes(outbox.mendTimes),
  claimNotice: changes(notices.claimNotice),
  recordNotice: changes(notices.recordNotice),

  list: finds(admin.listLeads),
  overview: finds(readOverview),
  week: finds(readWeek),
  today: finds(calendar.readToday),
  lead: finds(admin.readLead),
  leadsAfter: finds(admin.readLeadsAfter),
  person: finds(admin.leadsOfPerson),
  deliveries: finds(admin.listDeliveries),
  answer: writes(adminChanges.answerLead),
  reopen: writes(adminChanges.reopenLead),
  outcome: writes(adminChanges.setOutcome),
  assign: writes(adminChanges.assignLead),
  note: writes(adminChanges.addNote),
  correctNote: writes(adminChanges.correctNote),
  edit: writes(adminChanges.editLead),
  sendAgain: changes(adminChanges.sendAgain),
  deletionStaleness: finds(deletionStaleness),
  remove: changes(adminChanges.removeLeads),
  health: finds(readHealth),

  purge: changes(retention.purge),

  funnel: finds(readFunnel),
  addSteps: changes(addSteps),

  offer: changes(formTexts.offer),

  addLink: changes(signIns.addLink),
  openLink: changes(signIns.openLink),
  signIns: finds(signIns.signIns),
  endSignIns: changes(signIns.endSignIns),
  invited: finds(signIns.invited),
  invite: changes(signIns.invite),
  removeMember: changes(signIns.removeMember),

  book: writes(bookings.book, (refusal) => refusal),
  changeBooking: writes(bookings.changeBooking, ({ kind }) => (kind === "taken" ? { kind } : undefined)),
  planLink: changes(askedLinks.planLink),
  missBooking: writes(calendar.missBooking),
  expectVisitor: writes(calendar.expectVisitor),
  keepWish: changes(keepWish),
  bookings: finds(calendar.bookings),
  busyTimes: finds(calendar.busyTimes),
  closedTimes: finds(calendar.closedTimes),
  closeTime: changes(calendar.closeTime),
  reopenTimes: changes(calendar.reopenTimes),

  calendarCopies: finds(calendarCopies.calendarCopies),
  keepCalendar: changes(calendarCopies.keepCalendar),
};

export type OperationName = keyof typeof TABLE;
export type Inputs = { [Name in OperationName]: Parameters<(typeof TABLE)[Name]["work"]>[1] };
export type Outputs = { [Name in OperationName]: Awaited<ReturnType<(typeof TABLE)[Name]["work"]>> };

/** The same table, with a type that connects each name's input and output. */
const STORE_OPERATIONS: { [Name in OperationName]: Operation<Inputs[Name], Outputs[Name]> } = TABLE;

export interface Store extends Database {
  /** Runs an operation in a transaction, which is durable when this resolves. */
  run: <Name extends OperationName>(
    operation: Name,
    input: Inputs[Name],
  ) => Promise<Outputs[Name] | Unavailable>;
  /** Why no lead could be stored now, as public text; undefined when one could. It tries a real write. */
  fault: () => Promise<string | undefined>;
}

export function withOperations(database: Database, log: (sentence: string) => void): Store {
  const run: Store["run"] = async (name, input) => {
    const { mode, work, refused } = STORE_OPERATIONS[name];
    try {
      const result = await database[mode]((query) => work(query, input));
      if (name === "remove") database.forgetDeleted();
      return result;
    } catch (error) {
      const output = error instanceof BrokenRule && refused?.(error.refusal);
      if (!output) throw error;
      return output;
    }
  };
  const trial = createProbe(() => run("probe", undefined), log);
  return {
    run,
    fault: () => trial.fault(),
    read: (work) => database.read(work),
    write: (work) => database.write(work),
    forgetDeleted: () => database.forgetDeleted(),
    close() {
      trial.forget();
      return database.close();
    },
  };
}
