/** `calls`: the calls that are booked, what becomes of them, and the times that are closed. */
import { Command } from "commander";
import type { BookingLine, CallChange } from "../../contract/booking.ts";
import { calls as content } from "../../site/content/schedule.ts";
import type { LeadsAdmin } from "../../server/leads/leads-admin.ts";
import { idArgument, onlyId, shortId } from "../arguments.ts";
import { withConnection, type Context, Failure, valueOf, shownMoment, examples } from "../context.ts";
import { plainJson, plainLine, table, type Column } from "../terminal/table.ts";

export function callsCommand(context: Context): Command {
  const { terminal } = context;

  function change(name: string, summary: string, work: (admin: LeadsAdmin, id: string) => Promise<string>) {
    return new Command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
      .argument("<id>", "as the list shows it", idArgument)
      .addHelpText("after", examples(`calls ${name} 3b4c5d6e`))
      .action((text: string) => withCall(text, work));
  }

  function withCall(text: string, work: (admin: LeadsAdmin, id: string) => Promise<string>): Promise<void> {
    return withConnection(context, async ({ admin }) => {
      const ids = valueOf(await admin.calls({})).map(({ id }) => id);
      terminal.print(await work(admin, onlyId(ids, text, "call")));
    });
  }

  const cancel = change("cancel", "cancel a call and tell the visitor", async (admin, id) => {
    done(valueOf(await admin.cancelCall({ id })));
    return "The call is cancelled.";
  });
  const missed = change("missed", "say that the visitor did not come", async (admin, id) => {
    const answer = await admin.missCall({ id });
    if (answer.kind === "missing") throw new Failure("This call has not begun, or was cancelled.");
    valueOf(answer);
    return "The visitor did not come.";
  });
  const move = new Command("move")
    .summary("move a call and tell the visitor")
    .description("Moves a call, also to a time outside of your hours, and tells the visitor.")
    .argument("<id>", "as the list shows it", idArgument)
    .argument("<time>", "like 2027-03-01T09:00 on your clock, or 2027-03-01T14:00:00Z")
    .addHelpText("after", examples("calls move 3b4c5d6e 2027-03-01T09:00"))
    .action((text: string, time: string) =>
      withCall(text, async (admin, id) => {
        const startsAt = instantOf(time, context.timeZone);
        done(valueOf(await admin.moveCall({ id, startsAt })));
        return `The call is on ${shownMoment(startsAt, context)}.`;
      }),
    );
  const close = new Command("close")
    .summary("close some time, in which no call can be booked")
    .description("Closes some time, in which no call can be booked. Calls that are booked stay.")
    .argument("<from>", "like 2027-03-01T09:00 on your clock")
    .argument("<to>", "the same")
    .addHelpText("after", examples("calls close 2027-03-01T12:00 2027-03-01T14:00"))
    .action((from: string, to: string) =>
      withConnection(context, async ({ admin }) => {
        const [startsAt, endsAt] = [instantOf(from, context.timeZone), instantOf(to, context.timeZone)];
        const closed = valueOf(await admin.closeTime({ startsAt, endsAt }));
        terminal.print(`Closed: ${shortId(closed.id)}.`);
      }),
    );
  const open = new Command("open")
    .summary("open a closed time again")
    .description("Opens a closed time again.")
    .argument("<id>", "as the list shows it", idArgument)
    .addHelpText("after", examples("calls open 3b4c5d6e"))
    .action((text: string) =>
      withConnection(context, async ({ admin }) => {
        const ids = valueOf(await admin.closedTimes({})).map(({ id }) => id);
        valueOf(await admin.openTimes({ ids: [onlyId(ids, text, "closed time")] }));
        terminal.print("Open again.");
      }),
    );

  const command = new Command("calls")
    .summary("list, move and cancel the calls that are booked")
    .description("Lists the calls of the last week and all to come, and the times that are closed.")
    .option("--json", "as JSON")
    .addHelpText("after", examples("calls", "calls cancel 3b4c5d6e"))
    .action(({ json }: { json?: true }) =>
      withConnection(context, async ({ admin }) => {
        const [calls, closed] = [valueOf(await admin.calls({})), valueOf(await admin.closedTimes({}))];
        if (json) return terminal.print(plainJson({ calls, closed }, 2));
        for (const line of calls.length > 0 ? table(columns(calls, context), calls, terminal.width) : [])
          terminal.print(line);
        for (const { id, startsAt, endsAt } of closed)
          terminal.print(
            `closed ${[startsAt, endsAt].map((at) => shownMoment(at, context)).join(" - ")}  ${shortId(id)}`,
          );
        terminal.note(
          calls.length === 0 ? content.none : `${calls.length === 1 ? "1 call" : `${calls.length} calls`}.`,
        );
      }),
    );
  for (const one of [move, cancel, missed, close, open]) command.addCommand(one);
  return command;
}

function done({ became }: CallChange): void {
  if (became === "taken") throw new Failure(content.taken);
  if (became === "over") throw new Failure(content.over);
}

/** @throws {Failure} for what is no time */
function instantOf(time: string, timeZone: string): string {
  try {
    const at = /(?:Z|[+-]\d\d:?\d\d)$/i.test(time)
      ? Temporal.Instant.from(time)
      : Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone).toInstant();
    return new Date(at.epochMilliseconds).toISOString();
  } catch {
    throw new Failure(`"${time}" is no time. Write it like 2027-03-01T09:00.`);
  }
}

const columns = (calls: readonly BookingLine[], context: Context): Column<BookingLine>[] => [
  {
    title: "WHEN",
    width: Math.max(...calls.map(({ startsAt }) => shownMoment(startsAt, context).length)),
    value: ({ startsAt }) => shownMoment(startsAt, context),
  },
  {
    title: "WHO",
    value: ({ name, companyName, suspected, state }) =>
      [
        ...(state === "booked" ? [] : [`[${state}]`]),
        ...(suspected ? ["[spam?]"] : []),
        `${plainLine(name)}, ${plainLine(companyName)}`,
      ].join(" "),
  },
  { title: "NUMBER", width: 18, value: ({ phone }) => plainLine(phone) },
  { title: "ID", width: 8, value: ({ id }) => shortId(id) },
];
