/** `show`: one lead in full, with its notes and deliveries. */
import type { DeliveryLine, LeadDetail } from "../../contract/leads-admin.ts";
import { LeadsCommand, printResult, type Context, shownMoment, valueOf } from "../context.ts";
import { serviceLabel } from "../../contract/services.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import { describeVisit } from "../../contract/lead-visit.ts";
import { emailOrPhone, leadColumns, leadField, type LeadColumn } from "../../contract/lead.ts";
import { fields } from "../../site/content/book-call.ts";
import { inbox, leadContent } from "../../site/content/inbox.ts";
import { services } from "../../site/content/services.ts";
import { idArgument, wholeId } from "../arguments.ts";
import { plainLine, plainLines, wrap } from "../terminal/table.ts";
import { timeLeft } from "../time-left.ts";

export function showCommand(context: Context) {
  return new LeadsCommand("show", context)
    .summary("show one lead in full")
    .description("Shows one lead in full, with its notes and deliveries.")
    .argument("<id>", "the lead's id", idArgument)
    .option("--json", "as JSON")
    .examples("show 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")
    .work(async ({ admin }, id: string, { json }: { json?: true }) => {
      const detail = valueOf(await admin.lead({ id: await wholeId(admin, id) }));
      printResult(context.terminal, json, detail, ...leadLines(detail, context));
    });
}

function leadLines(detail: LeadDetail, context: Context): string[] {
  const { lead, notes, deliveries, outcome, answeredAt, visit, suspicion, unread } = detail;
  const { consent } = visit ?? {};
  const label = (column: LeadColumn) => fields[column].short ?? fields[column].label;
  const shown = { ...lead, selected_service: serviceLabel(services, lead.selected_service) };
  const said = leadColumns.filter((column) => column !== "name" && lead[column] !== "");
  const fact = (name: string, value: string) => `  ${name.padEnd(14)}${value}`;
  const due = () => `${shownMoment(detail.dueAt, context)} (${timeLeft(detail, context.now())})`;
  const facts = [
    ...said
      .filter((column) => leadField(column).kind !== "text")
      .map((column) => fact(label(column), plainLine(emailOrPhone(shown[column])))),
    fact(inbox.columns.came, shownMoment(lead.created_at, context)),
    visit && fact(leadContent.cameFrom, plainLine(describeVisit(visit))),
    !needsNoAnswer(outcome) &&
      (answeredAt === undefined
        ? fact(leadContent.due, due())
        : fact(leadContent.answeredAt, shownMoment(answeredAt, context) + by(detail.answeredBy))),
    outcome && fact(leadContent.outcome, leadContent.outcomes[outcome] + by(detail.outcomeBy)),
    suspicion.length > 0 && fact("Spam?", suspicion.map((sign) => leadContent.spamSignals[sign]).join(", ")),
    unread.length > 0 && fact(leadContent.unread, unread.join(", ")),
    fact("Id", lead.id),
  ].filter((line) => typeof line === "string");
  const section = (title: string, lines: string[]) =>
    lines.length === 0
      ? []
      : ["", title, ...lines.flatMap((line) => wrap(line, context.terminal.width, "  "))];
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

function deliveryLines(delivery: DeliveryLine, context: Context): string[] {
  const { kind, target, state, attempts, nextAt, sentAt, lastError } = delivery;
  const when = state === "due" ? nextAt : sentAt;
  const what = [leadContent.kinds[kind] ?? kind, plainLine(target)].filter((text) => text !== "").join(" ");
  const how = [
    leadContent.states[state],
    ...(when === undefined ? [] : [shownMoment(when, context)]),
    ...(attempts > 1 ? [`${attempts} tries`] : []),
  ].join(", ");
  return [
    `${what}: ${how}`,
    ...(lastError !== undefined ? [`  ${plainLine(lastError)}`] : []),
    ...(state === "dead" ? [`  npm run leads -- revive ${delivery.id}`] : []),
  ];
}
