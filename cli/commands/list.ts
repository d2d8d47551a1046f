/** `list`: the leads by time left. `show`: one lead in full. */
import * as answers from "../../contract/leads-admin.ts";
import { Option } from "commander";
import { counted, LeadsCommand, okValue, shownMoment, type Context } from "../context.ts";
import { shortId, idArgument, wholeId } from "../arguments.ts";
import { plainLine, table, plainLines, type Column } from "../terminal/table.ts";
import { listLeads } from "../../server/inbox/admin-statements.ts";
import { isoTime } from "../../server/leads/days.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import { shownCall } from "../../contract/booking.ts";
import { callTime, duration } from "../../contract/locale/times.ts";
import { serviceLabel } from "../../contract/form-content.ts";
import { describeVisit } from "../../contract/lead-visit.ts";
import { emailOrPhone, leadColumns, leadField, type LeadColumn } from "../../contract/lead.ts";
import { inbox, leadContent, fields, calls, services, language } from "../content.ts";

/** The inbox has the pages behind them. */
const LISTED = 100;

export function listCommand(context: Context) {
  return new LeadsCommand("list", context)
    .about("Lists the leads by time left.", "The most urgent is first; a minus marks an overdue lead.")
    .addOption(
      new Option("--show <which>", "which leads")
        .choices(answers.LEAD_FILTERS.filter((filter) => filter !== "mine"))
        .default("open"),
    )
    .examples("list", "list --show won", "npm --silent run leads -- list --json")
    .prints(async ({ services: { store } }, { show: filter }: { show: answers.LeadFilter }) => {
      const { terminal, now } = context;
      const list = okValue(
        await listLeads(store, { filter, search: "", page: 1, size: LISTED, now: isoTime(now()) }),
      );
      const note = list.leads.length > 0 ? summary(list) : inbox.empty[filter];
      return { found: list, lines: table(columnsAt(now()), list.leads, terminal.width), note };
    });
}

const columnsAt = (time: number): Column<answers.LeadSummary>[] => [
  { title: "TIME LEFT", width: 12, value: (lead) => timeLeft(lead, time) },
  { title: "WHO", value: whoIs },
  { title: "FROM", width: 14, value: ({ from = "" }) => plainLine(from) },
  { title: "ID", width: 8, value: ({ id }) => shortId(id) },
];

function whoIs({ name, companyName, test, failedDeliveries }: answers.LeadSummary): string {
  const marks = [...(test ? ["[test]"] : []), ...(failedDeliveries > 0 ? ["[!]"] : [])];
  return [...marks, `${plainLine(name)}, ${plainLine(companyName)}`].join(" ");
}

function summary({ leads, total }: answers.LeadList): string {
  const failedDeliveries = leads.some((lead) => lead.failedDeliveries > 0);
  return [
    `${counted(total, "lead")}${total > LISTED ? `, the first ${LISTED}` : ""}`,
    ...(failedDeliveries ? ["[!] not everything was delivered: `show` says why"] : []),
  ].join(". ");
}

type Clock = Pick<answers.LeadDetail, "dueAt" | "answeredAt" | "outcome">;

/** `23 h 59 min`, `-2 d 3 h`, `answered`, or the outcome. @param now milliseconds since 1970 */
export function timeLeft({ dueAt, answeredAt, outcome }: Clock, now: number): string {
  if (outcome) return outcome;
  if (answeredAt !== undefined) return "answered";
  const left = Date.parse(dueAt) - now;
  return left < 0 ? `-${duration(-left, inbox.units)}` : duration(left, inbox.units);
}

export function showCommand(context: Context) {
  return new LeadsCommand("show", context)
    .about("Shows one lead in full, with its notes and deliveries.")
    .argument("<id>", "the lead's id", idArgument)
    .examples("show 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")
    .prints(async ({ services: { store } }, id: string) => {
      const detail = okValue(await readLead(store, await wholeId(store, id)));
      return { found: detail, lines: leadLines(detail, context) };
    });
}

function leadLines(detail: answers.LeadDetail, context: Context): string[] {
  const { lead, notes, deliveries, outcome, answeredAt, visit, suspicion } = detail;
  const { consent } = visit ?? {};
  const call = shownCall(detail.bookings);
  const label = (column: LeadColumn) => fields[column].short ?? fields[column].label;
  const shown = { ...lead, selected_service: serviceLabel(services, lead.selected_service) };
  const said = leadColumns.filter((column) => column !== "name" && lead[column] !== "");
  const fact = (name: string, value: string) => `  ${name.padEnd(Math.max(14, name.length + 1))}${value}`;
  const due = () => `${shownMoment(detail.dueAt, context)} (${timeLeft(detail, context.now())})`;
  const facts = [
    ...said
      .filter((column) => leadField(column).kind !== "text")
      .map((column) => fact(label(column), plainLine(emailOrPhone(shown[column])))),
    detail.wishedAt !== undefined && fact(leadContent.wished, shownMoment(detail.wishedAt, context)),
    detail.wishedPhone && fact(calls.number, plainLine(detail.wishedPhone)),
    fact(inbox.columns.came, shownMoment(lead.created_at, context)),
    visit && fact(leadContent.cameFrom, plainLine(describeVisit(visit, leadContent.sources))),
    !needsNoAnswer(outcome) &&
      (answeredAt === undefined
        ? fact(leadContent.due, due())
        : fact(leadContent.answeredAt, shownMoment(answeredAt, context) + by(detail.answeredBy))),
    call &&
      fact(
        leadContent.callTime,
        callTime(call.startsAt, { now: context.now(), timeZone: context.timeZone }, language) +
          (call.state === "booked" ? "" : ` (${calls.states[call.state]})`),
      ),
    call && call.phone !== "" && fact(leadContent.callNumber, plainLine(call.phone)),
    outcome && fact(leadContent.outcome, leadContent.outcomes[outcome] + by(detail.outcomeBy)),
    suspicion.length > 0 &&
      fact("Spam?", suspicion.map((signal) => leadContent.spamSignals[signal]).join(", ")),
    fact("Id", lead.id),
  ].filter((line) => typeof line === "string");
  const section = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`.trimEnd())];
  const consentNote = plainLine(consent?.text ?? leadContent.otherConsent);
  return [
    `${detail.test ? "[test] " : ""}${plainLine(lead.name)}`,
    ...facts,
    ...said
      .filter((column) => leadField(column).kind === "text")
      .flatMap((column) => section(label(column), plainLines(lead[column]))),
    ...(consent ? section(leadContent.consent.replace("{version}", consent.version), [consentNote]) : []),
    ...section(
      leadContent.notes,
      notes.flatMap((note) => [
        `${shownMoment(note.createdAt, context)}${by(note.by)}:`,
        ...plainLines(note.text),
      ]),
    ),
    ...section(
      leadContent.deliveries,
      deliveries.flatMap((delivery) => deliveryLines(delivery, context)),
    ),
  ];
}

function by(who: string | undefined): string {
  return who === undefined ? "" : ` ${leadContent.by.replace("{by}", () => plainLine(who))}`;
}

function deliveryLines(delivery: answers.DeliveryLine, context: Context): string[] {
  const { kind, target, state, attempts, nextAt, sentAt, lastError } = delivery;
  const when = state === "due" ? nextAt : sentAt;
  const what = [leadContent.kinds[kind] ?? kind, plainLine(target)].filter((text) => text !== "").join(" ");
  const how = [
    leadContent.states[state],
    ...(when === undefined ? [] : [shownMoment(when, context)]),
    ...(attempts > 1 ? [`${attempts} tries`] : []),
  ].join(", ");
  return [`${what}: ${how}`, ...(lastError !== undefined ? [`  ${plainLine(lastError)}`] : [])];
}
