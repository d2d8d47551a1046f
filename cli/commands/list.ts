import { failedDeliveries, LEAD_FILTERS } from "../../contract/leads-admin.ts";
import { whoIs } from "../../contract/lead.ts";
import type { DeliveryLine, LeadDetail, LeadFilter, LeadList } from "../../contract/leads-admin.ts";
import { InvalidArgumentError, Option } from "commander";
import { counted, LeadsCommand, shownMoment } from "../command.ts";
import { plainLine, plainLines } from "../plain-text.ts";
import { listLeads } from "../../server/inbox/list-leads.ts";
import { isoTime } from "../../server/leads/days.ts";
import { leadWith } from "../arguments.ts";
import { parseUuid } from "../../server/leads/uuid.ts";
import { createLeadSheet } from "../../contract/lead-sheet.ts";
import { sourceKey, sourceName } from "../../contract/source.ts";
import { duration } from "../../contract/locale/times.ts";
import { content, inbox, leadContent } from "../content.ts";

const MOST_LISTED = 100;

export const listCommand = new LeadsCommand("list")
  .about("Lists the leads by time left.", "The most urgent is first; a minus marks an overdue lead.")
  .addOption(
    new Option("--show <which>", "which leads")
      .choices(LEAD_FILTERS.filter((filter) => filter !== "mine"))
      .default("open"),
  )
  .examples("list", "list --show won")
  .work(async ({ store }, { show: filter }: { show: LeadFilter }) => {
    const time = Date.now();
    const list = await listLeads(store, { filter, size: MOST_LISTED, now: isoTime(time) });
    for (const lead of list.leads) console.log(lineOf(lead, time));
    console.error(list.leads.length > 0 ? summary(list) : inbox.empty[filter]);
  });

function lineOf(detail: LeadDetail, time: number): string {
  const { lead, test, visit } = detail;
  const marks = [test ? "[test] " : "", failedDeliveries(detail).length > 0 ? "[!] " : ""].join("");
  const from = visit ? ` (${plainLine(sourceName(sourceKey(visit), leadContent.sources))})` : "";
  const left = timeLeft(detail, time).padEnd(12);
  return `${left}  ${lead.id}  ${marks}${plainLine(whoIs(lead))}${from}`;
}

function summary({ leads, total }: LeadList): string {
  const hasFailed = leads.some((detail) => failedDeliveries(detail).length > 0);
  const listed = total > MOST_LISTED ? `, the first ${MOST_LISTED}` : "";
  const failed = hasFailed ? ". [!] not everything was delivered: `show` says why" : "";
  return counted(total, "lead") + listed + failed;
}

type LeadProgress = Pick<LeadDetail, "dueAt" | "answeredAt" | "outcome">;

/** `23 h 59 min`, `-2 d 3 h`, `answered`, or the outcome. @param now milliseconds since 1970 */
export function timeLeft({ dueAt, answeredAt, outcome }: LeadProgress, now: number): string {
  if (outcome) return outcome;
  if (answeredAt !== undefined) return "answered";
  const left = Date.parse(dueAt) - now;
  return left < 0 ? `-${duration(-left, inbox.units)}` : duration(left, inbox.units);
}

function idArgument(value: string): string {
  const id = parseUuid(value.trim());
  if (id !== undefined) return id;
  throw new InvalidArgumentError("Ids have 36 characters. Copy one from a list.");
}

export const showCommand = new LeadsCommand("show")
  .about("Shows one lead in full, with its notes and deliveries.")
  .argument("<id>", "the lead's id", idArgument)
  .examples("show 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")
  .work(async ({ env, store }, id: string) => {
    const detail = await leadWith(store, id);
    for (const line of leadLines(detail, env.outbox.timeZone)) console.log(line);
  });

function leadLines(detail: LeadDetail, timeZone: string): string[] {
  const facts = [
    ...createLeadSheet(content, timeZone).cells(detail),
    ["Spam?", detail.suspicion.map((signal) => leadContent.spamSignals[signal]).join(", ")] as const,
    [leadContent.unread, detail.unread.join(", ")] as const,
  ];
  const deliveries = detail.deliveries.flatMap((delivery) => deliveryLines(delivery, timeZone));
  return [
    ...facts.flatMap(([title, text]) => factLines(title, plainLines(text))),
    ...section(leadContent.deliveries, deliveries),
  ];
}

function factLines(title: string, lines: string[]): string[] {
  const [first = ""] = lines;
  if (lines.length > 1) return section(title, lines);
  return first === "" ? [] : [`${title.padEnd(16)} ${first}`];
}

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`.trimEnd())];

function deliveryLines(delivery: DeliveryLine, timeZone: string): string[] {
  const { kind, target, state, attempts, nextAt, sentAt, lastError } = delivery;
  const when = state === "due" ? nextAt : sentAt;
  const what = [leadContent.kinds[kind] ?? kind, plainLine(target)].filter(Boolean).join(" ");
  const how = [
    leadContent.states[state],
    when && shownMoment(when, timeZone),
    attempts > 1 && `${attempts} tries`,
  ].filter(Boolean);
  return [`${what}: ${how.join(", ")}`, ...(lastError ? [`  ${plainLine(lastError)}`] : [])];
}
