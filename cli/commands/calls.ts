/** `calls`: lists and changes booked calls and closed times. */
import type { BookingLine, CallChange } from "../../contract/booking.ts";
import { instantOf } from "../../server/leads/days.ts";
import type { LeadsAdmin } from "../../contract/admin-operations.ts";
import { idArgument, onlyId, shortId, wholeId } from "../arguments.ts";
import { counted, Failure, LeadsCommand, shownMoment, okValue } from "../context.ts";
import type { Context } from "../context.ts";
import { plainLine, table, type Column } from "../terminal/table.ts";
import { calls as content } from "../content.ts";

/** About two days. */
const MOST_OPEN_TIMES = 30;

export function callsCommand(context: Context) {
  const { terminal } = context;

  function instant(time: string): string {
    const at = instantOf(time, context.timeZone);
    if (at === undefined) throw new Failure(`"${time}" is not a time. Write it like 2027-03-01T09:00.`);
    return at;
  }

  function change(name: string, sentence: string, work: (admin: LeadsAdmin, id: string) => Promise<string>) {
    return new LeadsCommand(name, context)
      .about(sentence)
      .argument("<id>", "its id in the list", idArgument)
      .examples(`calls ${name} 3b4c5d6e`)
      .work(async ({ admin }, ending: string) => terminal.print(await work(admin, ending)));
  }

  const cancel = change("cancel", "Cancels a call and notifies the visitor.", async (admin, ending) => {
    done(okValue(await admin.cancelCall({ id: await callId(admin, ending) })));
    return "The call is cancelled.";
  });
  const missed = change("missed", "Marks that the visitor did not come.", async (admin, ending) => {
    const answer = await admin.missCall({ id: await callId(admin, ending) });
    if (answer.kind === "missing") throw new Failure("This call has not begun yet, or was cancelled.");
    okValue(answer);
    return "The visitor did not come.";
  });
  const open = change("open", "Opens a closed time again.", async (admin, ending) => {
    const ids = okValue(await admin.closedTimes({})).map(({ id }) => id);
    okValue(await admin.reopenTimes({ ids: [onlyId(ids, ending, "closed time")] }));
    return "Open again.";
  });
  const move = new LeadsCommand("move", context)
    .about("Moves a call and notifies the visitor.", "The time may be outside your hours.")
    .argument("<id>", "its id in the list", idArgument)
    .argument("<time>", "like 2027-03-01T09:00 in your time zone, or 2027-03-01T14:00:00Z")
    .examples("calls move 3b4c5d6e 2027-03-01T09:00")
    .work(async ({ admin }, ending: string, time: string) => {
      const id = await callId(admin, ending);
      const startsAt = instant(time);
      done(okValue(await admin.moveCall({ id, startsAt })));
      terminal.print(`The call is on ${shownMoment(startsAt, context)}.`);
    });
  const book = new LeadsCommand("book", context)
    .about(
      "Books a call for a lead, and invites the visitor.",
      "The time may be outside your hours. Without one, the next open times are listed.",
    )
    .argument("<lead>", "the lead's id", idArgument)
    .argument("[time]", "like 2027-03-01T09:00 in your time zone, or 2027-03-01T14:00:00Z")
    .option("--phone <number>", "the number to call; by default that of the lead's last call", "")
    .examples("calls book 3b4c5d6e", 'calls book 3b4c5d6e 2027-03-01T09:00 --phone "(201) 555-0142"')
    .work(async ({ admin }, lead: string, time: string | undefined, { phone }: { phone: string }) => {
      const id = await wholeId(admin, lead);
      if (time === undefined) return listOpenTimes(admin);
      const startsAt = instant(time);
      done(okValue(await admin.bookCall({ id, startsAt, phone })));
      terminal.print(`The call is on ${shownMoment(startsAt, context)}.`);
    });

  async function listOpenTimes(admin: LeadsAdmin): Promise<void> {
    const times = okValue(await admin.freeTimes({}));
    for (const at of times.slice(0, MOST_OPEN_TIMES)) terminal.print(`${shownMoment(at, context)}  ${at}`);
    terminal.note(`${counted(times.length, "open time")}.`);
  }
  const close = new LeadsCommand("close", context)
    .about("Closes a time, so that no call can be booked then.", "Booked calls stay.")
    .argument("<from>", "like 2027-03-01T09:00 in your time zone")
    .argument("<to>", "the same")
    .examples("calls close 2027-03-01T12:00 2027-03-01T14:00")
    .work(async ({ admin }, from: string, to: string) => {
      const [startsAt, endsAt] = [instant(from), instant(to)];
      const closed = okValue(await admin.closeTime({ startsAt, endsAt }));
      terminal.print(`Closed: ${shortId(closed.id)}.`);
    });

  const command = new LeadsCommand("calls", context)
    .about(
      "Lists, books, moves and cancels calls.",
      "The list has those of the last week, all upcoming ones, and closed times.",
    )
    .examples("calls", "calls cancel 3b4c5d6e")
    .prints(async ({ admin }) => {
      const [calls, closed] = [okValue(await admin.calls({})), okValue(await admin.closedTimes({}))];
      const times = closed.map(({ id, startsAt, endsAt }) => {
        const [from, to] = [shownMoment(startsAt, context), shownMoment(endsAt, context)];
        return `closed ${from} - ${to}  ${shortId(id)}`;
      });
      const lines = [...table(columns(calls, context), calls, terminal.width), ...times];
      const note = calls.length === 0 ? content.none : `${counted(calls.length, "call")}.`;
      return { found: { calls, closed }, lines, note };
    });
  for (const one of [book, move, cancel, missed, close, open]) command.addCommand(one);
  return command;
}

async function callId(admin: LeadsAdmin, ending: string): Promise<string> {
  const ids = okValue(await admin.calls({})).map(({ id }) => id);
  return onlyId(ids, ending, "call");
}

function done({ became }: CallChange): void {
  if (became !== "changed") throw new Failure(content.refused[became]);
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
