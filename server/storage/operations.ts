/** What both stores do with the same statements, each in a transaction of its own. */
import * as changes from "./admin-changes.ts";
import * as admin from "./admin-statements.ts";
import type { AdminStore } from "./admin-store.ts";
import { addSteps, readFunnel } from "./funnel-statements.ts";
import { listLeads, type TextSearch } from "./list-statement.ts";
import { claim, nextDue, noticeFailure, recordResult } from "./outbox-statements.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { Run } from "./query.ts";

export function outboxOperations(run: Run): OutboxStore {
  return {
    claim: (asked) => run("write", (query) => claim(query, asked)),
    recordResult: (result) => run("write", (query) => recordResult(query, result)),
    nextDue: (channel) => run("read", (query) => nextDue(query, channel)),
    noticeFailure: (asked) => run("write", (query) => noticeFailure(query, asked)),
  };
}

/** @param search finds leads by their text */
export function adminOperations(run: Run, search: TextSearch): AdminStore {
  return {
    list: (asked) => run("read", (query) => listLeads(query, search, asked)),
    overview: (asked) => run("read", (query) => admin.readOverview(query, asked)),
    lead: (id) => run("read", (query) => admin.readLead(query, id)),
    leadsAfter: (after) => run("read", (query) => admin.readLeadsAfter(query, after)),
    deliveries: (asked) => run("read", (query) => admin.listDeliveries(query, asked)),
    answer: (lead) => run("write", (query) => changes.answerLead(query, lead)),
    reopen: (lead) => run("write", (query) => changes.reopenLead(query, lead)),
    outcome: (lead) => run("write", (query) => changes.setOutcome(query, lead)),
    note: (note) => run("write", (query) => changes.addNote(query, note)),
    sendAgain: (asked) => run("write", (query) => changes.sendAgain(query, asked)),
    remove: (which) => run("write", (query) => changes.removeLeads(query, which)),
    funnel: (asked) => run("read", (query) => readFunnel(query, asked)),
    addSteps: (steps) => run("write", (query) => addSteps(query, steps)),
    health: (now) => run("read", (query) => admin.readHealth(query, now)),
  };
}
