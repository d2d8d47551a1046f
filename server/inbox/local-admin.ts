/** The agency's operations on leads, over the store itself: in the server, and at the command line. */
import type { ServerContent } from "../../contract/build-manifest.ts";
import type { Input, LeadsAdmin, AdminUnavailable, Result } from "../../contract/admin-operations.ts";
import { readTarget } from "../../contract/delivery.ts";
import { addressOf, isCallNumber, leadColumns, NOT_ASKED, phoneOf } from "../../contract/lead.ts";
import type { LeadChange, LeadDetail, Removed } from "../../contract/leads-admin.ts";
import { validateLead, type Problem, type UncheckedLead } from "../../contract/validation.ts";
import type { Availability, CallChange, CallRefusal } from "../../contract/booking.ts";
import type { Stale } from "../../contract/history.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import { PHONE } from "../../contract/source.ts";
import type { FormContent } from "../../contract/form-content.ts";
import type { Calls } from "../calls/calls.ts";
import type { OpenTimes } from "../calls/offered-times.ts";
import type { ChangeResult } from "../calls/bookings.ts";
import type { Changed, LeadChange as LeadChanging } from "../leads/history.ts";
import type { Unavailable } from "../store/store.ts";
import { createUuidV7 } from "../leads/uuid.ts";
import { mailFolderIn } from "../deliveries/settings.ts";
import type { Database } from "../store/database.ts";
import type { DeliverySettings } from "../deliveries/planned-deliveries.ts";
import type { Leads } from "../leads/submit-lead.ts";
import { latestDays } from "../leads/days.ts";
import { opensInbox, type Team } from "../leads/team.ts";
import { removeLeads, withdrawCalls } from "./remove-leads.ts";
import { testLead } from "../leads/test-lead.ts";
import {
  addNote,
  answerLead,
  assignLead,
  clearOutcome,
  correctNote,
  editLead,
  reopenLead,
  sendAgain,
  setOutcome,
} from "./admin-changes.ts";
import { listDeliveries, listLeads } from "./admin-statements.ts";
import { readLead, readLeadsAfter, readPerson } from "../leads/read-lead.ts";
import { closeTime, deleteClosedTimes, readCalls, readClosedTimes, readToday } from "../calls/calendar.ts";
import { readHealth, readOverview } from "./counts.ts";
import { readSources } from "./sources.ts";
import { readDeletionStaleness } from "../leads/history.ts";
import { endSignIns, readSignIns } from "../leads/sign-ins.ts";

export interface LocalAdminParts {
  store: Database;
  form: FormContent;
  leads: Pick<Leads, "submitLeads">;
  deliverySettings: DeliverySettings;
  now: () => number;
  testLead: ServerContent["testLead"];
  calls: Calls;
  dataDir: string;
  /** A test lead's confirmation goes to the first of these unless the input names another. */
  notifyEmail: () => readonly string[];
  team: Pick<Team, "members">;
  availability: Pick<Availability, "timeZone" | "place">;
  /** Undefined: the scheduling page is on another site. */
  times: Pick<OpenTimes, "read"> | undefined;
  /** The wait for the mails that cancel a deleted lead's calls. Milliseconds. */
  patienceMs?: number | undefined;
}

type Pending<Value> = Changed<Value> | Promise<Changed<Value>>;

/** Shorter than the timeout of an operator's program. */
const PATIENCE_MS = 8_000;
const NOTHING = { leads: 0, notes: 0, deliveries: 0, mailFiles: 0 };
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The agency's operations over the store itself. */
export function createLocalAdmin(parts: LocalAdminParts): LeadsAdmin {
  const { store, form, calls, deliverySettings, team, availability, times, now } = parts;
  const { submitLeads } = parts.leads;
  const { patienceMs = PATIENCE_MS } = parts;
  const mailFolder = mailFolderIn(parts.dataDir);
  const newId = createUuidV7(now);
  const time = () => new Date(now()).toISOString();
  const made = ({ id, seen }: Pick<LeadChanging, "id" | "seen">, by?: string) => ({
    id,
    seen,
    by,
    now: time(),
  });
  const change = (which: Pick<LeadChanging, "id" | "seen">, by?: string) => ({
    ...made(which, by),
    webhooks: deliverySettings.webhookUrls.map((target) => ({ id: newId(), target })),
  });

  async function remove(ids: readonly string[], by: string | undefined): Promise<Result<Removed>> {
    const withdrawn = await withdrawCalls(store, calls, ids, { now: time(), by, patienceMs });
    if (withdrawn.kind === "ok" && withdrawn.value) return asResult(removeLeads(store, mailFolder, ids));
    return mapResult(withdrawn, () => ({ ...NOTHING, waits: true }));
  }

  /** Leads that changed since they were seen are left. */
  async function removeSeen(
    ids: readonly string[],
    seen: Readonly<Record<string, number>>,
    by: string | undefined,
  ): Promise<Result<Removed>> {
    const stale: Stale[] = [];
    for (const id of ids) {
      const staleness = await readDeletionStaleness(store, made({ id, seen: seen[id] }, by));
      if (staleness.kind === "unavailable") return unavailable(staleness);
      if (staleness.kind === "ok") stale.push(staleness.value);
    }
    const left = new Set(stale.map(({ leadId }) => leadId));
    const fresh = ids.filter((id) => !left.has(id));
    return mapResult(remove(fresh, by), (removed) => ({ ...removed, ...(stale.length > 0 && { stale }) }));
  }

  return {
    async overview({ days, timeZone, ...narrow }, by) {
      const { names, starts } = latestDays(days, timeZone, now());
      const counted = readOverview(store, { ...narrow, by, dayStarts: starts, now: time() });
      return mapResult(counted, ({ leadsADay, ...figures }) => ({
        ...figures,
        days: names.map((day, index) => ({ day, leads: leadsADay[index] ?? 0 })),
      }));
    },

    async today({ timeZone }) {
      const { names, starts } = latestDays(1, timeZone, now());
      const [day = "", from = "", to = ""] = [names[0], ...starts];
      return asResult(readToday(store, { from, to, day }));
    },

    async sources({ days, timeZone }) {
      const [since = ""] = latestDays(days, timeZone, now()).starts;
      return mapResult(readSources(store, since), (sources) => ({ days, sources }));
    },

    async test() {
      const email = parts.notifyEmail()[0] ?? "";
      const result = await submitLeads(
        [{ fields: testLead(form, parts.testLead, email) }],
        { kind: "never" },
        { source: "test", formTiming: undefined },
      );
      if (result.kind === "unavailable") return unavailable(result);
      const [row] = result.kind === "stored" ? result.rows : [];
      if (!row) throw new Error(`The test lead was not taken: ${result.kind}.`);
      return asResult(readLead(store, row.id));
    },

    async add({ fields, from }, by) {
      const arrival = { source: "form", formTiming: undefined, calledFrom: from || PHONE } as const;
      const whole = { company_name: NOT_ASKED, selected_service: NOT_ASKED, ...withAddress(fields) };
      const result = await submitLeads([{ fields: whole }], { kind: "content" }, arrival);
      if (result.kind === "unavailable") return unavailable(result);
      if (result.kind === "invalid") return refused(result.problems);
      const [row] = result.kind === "stored" ? result.rows : [];
      if (!row || result.kind !== "stored") throw new Error(`The lead was not taken: ${result.kind}.`);
      if (result.repeated) return stored(readLead(store, row.id));
      return stored(answerLead(store, change({ id: row.id }, by)));
    },

    async edit({ id, seen, fields }, by) {
      const detail = await readLead(store, id);
      if (detail.kind !== "ok") return stored(detail);
      const { lead } = detail.value;
      // A lead keeps a service that is no longer offered.
      const services = [...form.services, { value: lead.selected_service }];
      const checked = validateLead({ ...lead, ...withAddress(fields) }, { ...form, services });
      if (!checked.ok) return refused(checked.problems);
      const corrected = { ...lead, ...checked.lead };
      if (leadColumns.every((column) => corrected[column] === lead[column])) return stored(detail);
      const { webhooks, ...rest } = change({ id, seen }, by);
      // Nobody in a chat has to act on this, so no event is sent there.
      const programs = webhooks.filter(({ target }) => readTarget(target).chat === undefined);
      return stored(editLead(store, { ...rest, webhooks: programs, lead: corrected }));
    },

    list: (query, by) => asResult(listLeads(store, { ...query, by, now: time() })),
    deliveries: (query) => asResult(listDeliveries(store, query)),
    lead: ({ id }) => asResult(readLead(store, id)),
    leadsAfter: (after) => asResult(readLeadsAfter(store, after)),
    answer: (which, by) => asResult(answerLead(store, change(which, by))),
    outcome: ({ outcome, ...which }, by) =>
      asResult(
        outcome === ""
          ? clearOutcome(store, change(which, by))
          : setOutcome(store, { ...change(which, by), outcome }),
      ),
    reopen(which, by) {
      const changing = made(which, by);
      return asResult(reopenLead(store, changing));
    },
    assign: ({ owner, followUpOn, ...which }, by) =>
      asResult(assignLead(store, { ...made(which, by), owner, followUpOn })),
    note: ({ text, ...which }, by) =>
      asResult(addNote(store, { ...made(which, by), note: { id: newId(), text } })),
    correctNote: ({ noteId, text, ...which }, by) =>
      asResult(correctNote(store, { ...made(which, by), note: { id: noteId, text } })),
    async remove(which, by) {
      if ("ids" in which) return removeSeen(which.ids, which.seen ?? {}, by);
      const person = await readPerson(store, which.email);
      if (person.kind !== "ok") return mapResult(person, () => NOTHING);
      const { ids, numbers } = person.value;
      return numbers.length > 0 ? { kind: "ok", value: { ...NOTHING, numbers } } : remove(ids, by);
    },
    sendAgain: (what) => asResult(sendAgain(store, { ...what, now: time() })),
    team: () => asResult(team.members()),
    async signIns() {
      const members = await team.members();
      if (members.kind !== "ok") return asResult<never>(Promise.resolve(members));
      const isOpen = opensInbox(members.value);
      return mapResult(readSignIns(store, { now: time() }), (all) => all.filter(isOpen));
    },
    endSignIns: ({ ids }) => asResult(endSignIns(store, ids)),
    health: () => asResult(readHealth(store, time())),
    calls: () => asResult(readCalls(store, { since: new Date(now() - WEEK_MS).toISOString() })),
    async moveCall({ id, startsAt, seen }, by) {
      if (startsAt <= time()) return refusedCall("past");
      return changed(calls.move(id, startsAt, { by, seen }));
    },
    async bookCall({ id, seen, startsAt, phone = "" }, by) {
      if (!times) return refusedCall("elsewhere");
      const detail = await readLead(store, id);
      if (detail.kind !== "ok") return asResult<never>(Promise.resolve(detail));
      const { lead, bookings, outcome, wishedPhone, wishedZone } = detail.value;
      if (needsNoAnswer(outcome)) return refusedCall("spam");
      const last = bookings.at(-1);
      const number = phone || last?.phone || wishedPhone || phoneOf(lead.email) || "";
      const { place, timeZone } = availability;
      if ((number !== "" || place.kind === "phone") && !isCallNumber(number)) return refusedCall("number");
      if (startsAt <= time()) return refusedCall("past");
      const zone = last?.zone ?? wishedZone ?? timeZone;
      const booked = await calls.book(startsAt, { lead: id, seen, by, phone: number, zone });
      switch (booked.kind) {
        case "booked":
          return { kind: "ok", value: { became: "changed", booking: booked.booking } };
        case "taken":
        case "has-call":
          return refusedCall(booked.kind);
        case "stale":
        case "missing":
          return booked;
        case "unavailable":
          return unavailable(booked);
        default:
          throw new Error(`The call was not booked: ${booked.kind}.`);
      }
    },
    async freeTimes() {
      const openings = await times?.read();
      if (openings?.kind === "unavailable") return unavailable(openings);
      return { kind: "ok", value: [...(openings?.times ?? [])] };
    },
    cancelCall: ({ id, seen }, by) => changed(calls.cancel(id, { by, seen })),
    missCall: (which, by) => asResult(calls.miss(which.id, { by, seen: which.seen })),
    closedTimes: () => asResult(readClosedTimes(store, { since: time() })),
    closeTime: (closed) => asResult(closeTime(store, { id: newId(), ...closed })),
    reopenTimes: ({ ids }) => asResult(deleteClosedTimes(store, ids)),
  };
}

async function mapResult<From, To>(pending: Pending<From>, show: (value: From) => To): Promise<Result<To>> {
  const result = await pending;
  if (result.kind === "ok") return { kind: "ok", value: show(result.value) };
  return result.kind === "unavailable" ? unavailable(result) : result;
}

const asResult = <Value>(pending: Pending<Value>) => mapResult(pending, (value) => value);

const stored = (pending: Pending<LeadDetail>) =>
  mapResult(pending, (detail): LeadChange => ({ became: "stored", detail }));

function withAddress(fields: Input<"add">["fields"]): UncheckedLead {
  return { ...fields, ...(fields.email !== undefined && { email: addressOf(fields.email) }) };
}

function refused(problems: readonly Problem[]): Result<LeadChange> {
  const named = problems.map(({ column, message }) => ({ column, message }));
  return { kind: "ok", value: { became: "refused", problems: named } };
}

const refusedCall = (became: CallRefusal): Result<CallChange> => ({ kind: "ok", value: { became } });

async function changed(pending: Promise<ChangeResult | Unavailable>): Promise<Result<CallChange>> {
  const result = await pending;
  if (result.kind === "taken" || result.kind === "over") return refusedCall(result.kind);
  return mapResult(result, (booking) => ({ became: "changed", booking }));
}

function unavailable({ reason }: Unavailable): AdminUnavailable {
  return { kind: "unavailable", reason: `The store cannot be used now: ${reason}.` };
}
