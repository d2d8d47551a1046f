/** What the store and its worker thread say to each other. */
import type { DeliveryQuery, ListQuery } from "../admin-store.ts";
import type { LeadNote } from "../../../contract/leads-admin.ts";
import type { Unavailable } from "../availability.ts";
import type { AdminStore, LeadAt, OverviewQuery, SendAgainNow } from "../admin-store.ts";
import type { ChannelName, Claim, FailureNotice, OutboxStore, DeliveryResult } from "../outbox-store.ts";
import type { Insert, InsertResult, LeadQuery, ReadResult } from "../store.ts";

export interface WorkerData {
  path: string;
  /** Milliseconds to wait for another process that holds the lock. */
  busyTimeout: number;
}

type Gives<Method extends (...asks: never[]) => Promise<unknown>> = Awaited<ReturnType<Method>>;

/** What is asked for, and what is answered when the database can be had. */
export interface Operations {
  insert: { asks: Insert; gives: InsertResult };
  claim: { asks: Claim; gives: Gives<OutboxStore["claim"]> };
  recordResult: { asks: DeliveryResult; gives: Gives<OutboxStore["recordResult"]> };
  noticeFailure: { asks: FailureNotice; gives: Gives<OutboxStore["noticeFailure"]> };
  answer: { asks: LeadAt; gives: Gives<AdminStore["answer"]> };
  reopen: { asks: LeadAt; gives: Gives<AdminStore["reopen"]> };
  note: { asks: LeadNote & { leadId: string }; gives: Gives<AdminStore["note"]> };
  sendAgain: { asks: SendAgainNow; gives: Gives<AdminStore["sendAgain"]> };
  backfill: { asks: undefined; gives: { kind: "backfilled" } };
  probe: { asks: undefined; gives: { kind: "written" } };
  read: { asks: LeadQuery; gives: ReadResult };
  nextDue: { asks: ChannelName; gives: Gives<OutboxStore["nextDue"]> };
  list: { asks: ListQuery; gives: Gives<AdminStore["list"]> };
  overview: { asks: OverviewQuery; gives: Gives<AdminStore["overview"]> };
  lead: { asks: string; gives: Gives<AdminStore["lead"]> };
  leadsAfter: { asks: { id: string | undefined; size: number }; gives: Gives<AdminStore["leadsAfter"]> };
  deliveries: { asks: DeliveryQuery; gives: Gives<AdminStore["deliveries"]> };
  health: { asks: string; gives: Gives<AdminStore["health"]> };
}

export type OperationName = keyof Operations;

/** Those that only look. The others write, and share a transaction. */
const READS = ["read", "nextDue", "list", "overview", "lead", "leadsAfter", "deliveries", "health"] as const;

export function isRead(kind: OperationName): boolean {
  return READS.some((read) => read === kind);
}

/** How each operation is done. */
export type Handlers = {
  [Name in OperationName]: (asks: Operations[Name]["asks"]) => Operations[Name]["gives"];
};

export type Request<Names extends OperationName = OperationName> = {
  [Name in Names]: { id: number; kind: Name; asks: Operations[Name]["asks"] };
}[Names];

export type ToWorker = Request | { kind: "close" };

export interface Answer<Name extends OperationName = OperationName> {
  id: number;
  kind: Name;
  result: Operations[Name]["gives"] | Unavailable | Fault;
}

/** A mistake of this program in one operation; those beside it were done. */
export interface Fault {
  kind: "fault";
  message: string;
}

/** `open`: the database is open and requests are taken. `told`: sentences for the operator about what was done to it. */
export type FromWorker = { kind: "open"; told: string[] } | { kind: "answers"; answers: Answer[] };
