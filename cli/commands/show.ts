/** `show`: one lead whole, with its notes and what was sent for it. */
import type { DeliveryLine, LeadDetail } from "../../contract/leads-admin.ts";
import { Command } from "commander";
import { examples, withConnection, type Context, shownMoment, valueOf } from "../context.ts";
import { serviceLabel } from "../../contract/services.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import { describeVisit } from "../../contract/lead-visit.ts";
import { leadColumns, leadField, type LeadColumn } from "../../contract/lead.ts";
import { fields } from "../../site/content/book-call.ts";
import { inbox, leadContent } from "../../site/content/inbox.ts";
import { services } from "../../site/content/services.ts";
import { idArgument, wholeId } from "../arguments.ts";
import { plainJson, plainLine, plainLines, wrap } from "../terminal/table.ts";
import { timeLeft } from "../time-left.ts";

export function showCommand(context: Context): Command {
  return new Command("show")
    .summary("show one lead whole")
    .description("Shows one lead whole, with its notes and what was sent for it.")
    .argument("<id>", "the lead's id", idArgument)
    .option("--json", "as JSON")
    .addHelpText("after", examples("show 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e"))
    .action((id: string, { json }: { json?: true }) =>
      withConnection(context, async ({ admin }) => {
        const detail = valueOf(await admin.lead({ id: await wholeId(admin, id) }));
        if (json) context.terminal.print(plainJson(detail, 2));
        else for (const line of leadLines(detail, context)) context.terminal.print(line);
      }),
    );
}

function leadLines(detail: LeadDetail, context: Context): string[] {
  const { lead, notes, deliveries, outcome } = detail;
  const answered = detail.answeredAt;
  const consent = detail.visit?.consent;
  const label = (column: LeadColumn) => fields[column].short ?? fields[column].label;
  const shown = { ...lead, selected_service: serviceLabel(services, lead.selected_service) };
  const said = leadColumns.filter((column) => column !== "name" && lead[column] !== "");
  const facts = [
    ...said
      .filter((column) => leadField(column).kind !== "text")
      .map((column) => [label(column), plainLine(shown[column])] as const),
    [inbox.columns.came, shownMoment(lead.created_at, context)],
    ...(detail.visit ? [[leadContent.cameFrom, plainLine(describeVisit(detail.visit))] as const] : []),
    ...(needsNoAnswer(outcome)
      ? []
      : [
          answered === undefined
            ? ([
                leadContent.due,
                `${shownMoment(detail.dueAt, context)} (${timeLeft(detail, context.now())})`,
              ] as const)
            : ([leadContent.answeredAt, shownMoment(answered, context) + by(detail.answeredBy)] as const),
        ]),
    ...(outcome
      ? [[leadContent.outcome, leadContent.outcomes[outcome] + by(detail.outcomeBy)] as const]
      : []),
    ...(detail.suspicion.length > 0
      ? [["Spam?", detail.suspicion.map((sign) => leadContent.spamSignals[sign]).join(", ")] as const]
      : []),
    ...(detail.unread.length > 0 ? [[leadContent.unread, detail.unread.join(", ")] as const] : []),
    ["Id", lead.id],
  ] as const;
  const section = (title: string, lines: string[]) =>
    lines.length === 0
      ? []
      : ["", title, ...lines.flatMap((line) => wrap(line, context.terminal.width, "  "))];
  return [
    `${detail.test ? "[test] " : ""}${plainLine(lead.name)}`,
    ...facts.map(([name, value]) => `  ${name.padEnd(14)}${value}`),
    ...said
      .filter((column) => leadField(column).kind === "text")
      .flatMap((column) => section(label(column), plainLines(lead[column]))),
    ...(consent
      ? section(leadContent.consent.replace("{version}", consent.version), [
          plainLine(consent.text ?? leadContent.otherConsent),
        ])
      : []),
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
