/** `watch`: prints what happens to the leads, as it happens. */
import { setTimeout } from "node:timers/promises";
import { LeadsCommand, type Context, type Connection, Failure, okValue } from "../context.ts";
import { timeOfDay } from "../../contract/locale/times.ts";
import { wholeNumber } from "../arguments.ts";
import { language } from "../content.ts";
import { plainJson, plainLine, fit } from "../terminal/table.ts";
import type { LeadSummary } from "../../contract/leads-admin.ts";
import type { LeadsAdmin, Result } from "../../contract/admin-operations.ts";

interface Options {
  every: number;
  json?: true;
}

const MAIL_FAILS = "Mail to you could not be delivered: npm run leads -- deliveries --due says why.";

const WIDTHS = { time: 8, kind: 13, id: 36, gaps: 6 };

export function watchCommand(context: Context) {
  return new LeadsCommand("watch", context)
    .summary("print each change of the leads as it happens")
    .description(
      "Prints each change of the leads as it happens, until Ctrl-C. The exit code is 1 if mail to " +
        "you could not be delivered by then.",
    )
    .option("--every <seconds>", "the interval", wholeNumber(1, 3600), 2)
    .option("--json", "as JSON, one change on each line")
    .examples("watch", "watch --json --every 10")
    .work((connection, options: Options) => watch(context, connection, options));
}

async function watch(context: Context, { admin, address }: Connection, { every, json }: Options) {
  const { terminal, now } = context;
  const interrupted = context.interrupted();
  let time = now();
  let seen: Seen = okValue(await pollLeads(admin, new Map()));
  terminal.note(`Watching ${address}: ${seen.size} open. Ctrl-C ends it.`);
  let away = false;
  let mailFails = await noteMailFailure(false);
  while (await goesOn(every * 1000, interrupted)) {
    const polled = await pollLeads(admin, seen);
    if (polled.kind !== "ok") {
      if (!away) terminal.note(polled.kind === "unavailable" ? polled.reason : "The leads cannot be read.");
      away = true;
      continue;
    }
    if (away) terminal.note("The leads can be read again.");
    away = false;
    const times = { before: time, after: now() };
    for (const change of changes(seen, polled.value, times)) {
      terminal.print(
        json
          ? plainJson({ at: new Date(times.after).toISOString(), ...change })
          : changeLine(change, context),
      );
    }
    time = times.after;
    seen = polled.value;
    mailFails = await noteMailFailure(mailFails);
  }
  if (mailFails) throw new Failure(MAIL_FAILS);

  async function noteMailFailure(known: boolean): Promise<boolean> {
    const health = await admin.health({});
    if (health.kind !== "ok") return known;
    const fails = health.value.mailToAgencyFailing > 0;
    if (fails && !known) terminal.note(MAIL_FAILS);
    return fails;
  }
}

async function goesOn(ms: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(ms, true, { signal }).catch((error: unknown) => {
    if (signal.aborted) return false;
    throw error;
  });
}

function changeLine({ kind, lead }: Change, { terminal, now, timeZone }: Context): string {
  const time = timeOfDay(now(), timeZone, language);
  const rest = terminal.width - WIDTHS.time - WIDTHS.kind - WIDTHS.id - WIDTHS.gaps;
  const who = `${lead.test ? "[test] " : ""}${plainLine(lead.name)}, ${plainLine(lead.companyName)}`;
  return [time.padEnd(WIDTHS.time), kind.padEnd(WIDTHS.kind), fit(who, rest), lead.id].join("  ");
}

const PAGE = 100;

/** Reads all pages, and asks again for leads that left the list meanwhile. */
async function pollLeads(admin: LeadsAdmin, before: Seen): Promise<Result<Seen>> {
  const seen = new Map<string, LeadSummary>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await admin.list({ filter: "open", search: "", page, size: PAGE });
    if (list.kind !== "ok") return list;
    for (const lead of list.value.leads) seen.set(lead.id, lead);
    pages = list.value.pages;
  }
  for (const lead of before.values()) {
    if (seen.has(lead.id)) continue;
    const found = await admin.lead({ id: lead.id });
    if (found.kind === "unavailable") return found;
    if (found.kind === "ok" && found.value.answeredAt === undefined) seen.set(lead.id, lead);
  }
  return { kind: "ok", value: seen };
}

type ChangeKind = "new" | "answered" | "overdue" | "not delivered" | "delivered";

export interface Change {
  kind: ChangeKind;
  lead: LeadSummary;
}

export type Seen = ReadonlyMap<string, LeadSummary>;

/** New leads, changes of known ones, answers. A reopened lead counts as new. @param times milliseconds since 1970 */
export function changes(before: Seen, after: Seen, times: { before: number; after: number }): Change[] {
  const came: Change[] = [];
  const happened: Change[] = [];
  for (const [id, lead] of after) {
    const known = before.get(id);
    if (!known) came.push({ kind: "new", lead });
    else for (const kind of happenedTo(known, lead, times)) happened.push({ kind, lead });
  }
  const answered = [...before.values()].filter(({ id }) => !after.has(id));
  return [...came, ...happened, ...answered.map((lead): Change => ({ kind: "answered", lead }))];
}

function happenedTo(known: LeadSummary, lead: LeadSummary, times: { before: number; after: number }) {
  const due = Date.parse(lead.dueAt);
  return [
    ...(times.before <= due && due < times.after ? (["overdue"] as const) : []),
    ...(lead.failedDeliveries > known.failedDeliveries ? (["not delivered"] as const) : []),
    ...(lead.failedDeliveries === 0 && known.failedDeliveries > 0 ? (["delivered"] as const) : []),
  ];
}
