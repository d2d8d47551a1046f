/** `list`: the leads by time left. */
import { LEAD_FILTERS } from "../../contract/leads-admin.ts";
import type { LeadFilter, LeadList, LeadSummary } from "../../contract/leads-admin.ts";
import { Option } from "commander";
import { counted, LeadsCommand, printResult, type Context, valueOf } from "../context.ts";
import { inbox } from "../../site/content/inbox.ts";
import { wholeNumber, shortId } from "../arguments.ts";
import { plainLine, table, type Column } from "../terminal/table.ts";
import { timeLeft } from "../time-left.ts";

interface Options {
  show?: LeadFilter;
  search: string;
  page: number;
  size: number;
  json?: true;
}

export function listCommand(context: Context) {
  return new LeadsCommand("list", context)
    .summary("list the leads by time left")
    .description("Lists the leads by time left, the most urgent first; a minus marks an overdue lead.")
    .addOption(
      new Option("--show <which>", "which leads; by default the open ones, or all with --search").choices(
        LEAD_FILTERS,
      ),
    )
    .option("--search <text>", "only leads with this text in name, business, email or message", "")
    .option("--page <number>", "which page", wholeNumber(1, 1_000_000), 1)
    .option("--size <number>", "leads on each page", wholeNumber(1, 100), 25)
    .option("--json", "as JSON")
    .examples("list", "list --show won", "list --search plumbing", "npm --silent run leads -- list --json")
    .work(async ({ admin }, { show, search, page, size, json }: Options) => {
      const { terminal, now } = context;
      const filter = show ?? (search.trim() === "" ? "open" : "all");
      const list = valueOf(await admin.list({ filter, search: search.trim(), page, size }));
      printResult(terminal, json, list, ...table(columnsAt(now()), list.leads, terminal.width));
      if (!json) terminal.note(list.leads.length > 0 ? summary(list) : nothing(list));
    });
}

const columnsAt = (time: number): Column<LeadSummary>[] => [
  { title: "TIME LEFT", width: 12, value: (lead) => timeLeft(lead, time) },
  { title: "WHO", value: whoIs },
  { title: "FROM", width: 14, value: ({ from = "" }) => plainLine(from) },
  { title: "ID", width: 8, value: ({ id }) => shortId(id) },
];

function whoIs({ name, companyName, test, failedDeliveries }: LeadSummary): string {
  const marks = [...(test ? ["[test]"] : []), ...(failedDeliveries > 0 ? ["[!]"] : [])];
  return [...marks, `${plainLine(name)}, ${plainLine(companyName)}`].join(" ");
}

function summary({ leads, total, page, pages }: LeadList): string {
  const failedDeliveries = leads.some((lead) => lead.failedDeliveries > 0);
  const count = counted(total, "lead");
  return [
    pages > 1 ? `${count}, page ${page} of ${pages}` : count,
    ...(failedDeliveries ? ["[!] not everything was delivered: npm run leads -- deliveries"] : []),
  ].join(". ");
}

function nothing({ filter, search, total, page }: LeadList): string {
  if (total > 0) return `Page ${page} is past the last one.`;
  if (search !== "") return inbox.noMatch;
  return inbox.empty[filter];
}
