import { InvalidArgumentError, Option } from "commander";
import { whoIs } from "../../contract/lead/lead.ts";
import {
  failedDeliveries,
  LEAD_FILTERS,
} from "../../contract/inbox/leads-admin.ts";
import type {
  LeadDetail,
  LeadFilter,
} from "../../contract/inbox/leads-admin.ts";
import { duration } from "../../contract/locale/times.ts";
import { sourceKey, sourceName } from "../../contract/lead/source.ts";
import { listLeads } from "../../server/inbox/list/list-leads.ts";
import { momentOf } from "../../server/leads/days.ts";
import { parseUuid } from "../../server/leads/uuid.ts";
import { leadWith } from "../arguments.ts";
import { counted, LeadsCommand } from "../command.ts";
import { plainJson, plainLine } from "../plain-text.ts";

const MOST_LISTED = 100;
const UNITS = { days: "{count} d", hours: "{count} h", minutes: "{count} min" };
const SOURCES = {
  direct: "direct",
  other: "other",
  customer: "customer",
  paid: "{source}, paid",
};

export const listCommand = new LeadsCommand("list")
  .about(
    "Lists the leads by time left.",
    "The most urgent is first; a minus marks an overdue lead. [!] marks a lead with a failed delivery: the command `show` says why.",
  )
  .addOption(
    new Option("--show <which>", "which leads")
      .choices(LEAD_FILTERS)
      .default("open"),
  )
  .examples("list", "list --show won")
  .work(async ({ store, env }, { show: filter }: { show: LeadFilter }) => {
    const now = Date.now();
    const { timeZone } = env.outbox;
    const { leads, total } = await listLeads(store, {
      filter,
      size: MOST_LISTED,
      ...momentOf({ timeZone, now: () => now }),
    });
    for (const lead of leads) console.log(lineOf(lead, now));
    const limit = total > MOST_LISTED ? `, the first ${MOST_LISTED}` : "";
    console.error(`${counted(total, "lead")}${limit}`);
  });

function lineOf(detail: LeadDetail, now: number): string {
  const { lead, test, visit } = detail;
  const marks = [
    test ? "[test] " : "",
    failedDeliveries(detail).length > 0 ? "[!] " : "",
  ].join("");
  const source = visit
    ? ` (${plainLine(sourceName(sourceKey(visit), SOURCES))})`
    : "";
  const left = timeLeft(detail, now).padEnd(12);
  return `${left}  ${lead.id}  ${marks}${plainLine(whoIs(lead))}${source}`;
}

type LeadProgress = Pick<LeadDetail, "dueAt" | "answeredAt" | "outcome">;

/** @returns `23 h 59 min`, `-2 d 3 h`, `answered`, or the outcome */
export function timeLeft(
  { dueAt, answeredAt, outcome }: LeadProgress,
  now: number,
): string {
  if (outcome) return outcome;
  if (answeredAt !== undefined) return "answered";
  const left = Date.parse(dueAt) - now;
  return left < 0 ? `-${duration(-left, UNITS)}` : duration(left, UNITS);
}

export const showCommand = new LeadsCommand("show")
  .about(
    "Shows everything about one lead as JSON, as export does for one person.",
  )
  .argument("<id>", "the lead's id, or its last 6 characters", idArgument)
  .examples("show 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")
  .work(async ({ store }, id: string) => {
    console.log(plainJson({ leads: [await leadWith(store, id)] }));
  });

function idArgument(value: string): string {
  const id = value.trim().toLowerCase();
  if (parseUuid(id) !== undefined || /^[0-9a-f]{6,12}$/.test(id)) return id;
  throw new InvalidArgumentError(
    "Ids have 36 characters; the last 6 are enough. Copy one from a list.",
  );
}
