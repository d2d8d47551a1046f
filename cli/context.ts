/** The parts that every command works with: a terminal, the time, the leads administration; its failures, and the examples of its help. */
import type { LeadsAdmin, Result } from "../server/leads/leads-admin.ts";
import { moment } from "../site/inbox/times.ts";

export interface Terminal {
  print: (line: string) => void;
  note: (line: string) => void;
  /** Asks, and waits for an answer. @throws {Failure} where nobody is at the terminal. */
  confirm: (question: string) => Promise<boolean>;
  width: number;
}

export interface Connection {
  admin: LeadsAdmin;
  /** Whose address links and sentences name. */
  address: string;
  /** Sends due deliveries until the connection is closed, where no server does. */
  sendDeliveries: () => void;
  close: () => Promise<void>;
}

export interface Context {
  terminal: Terminal;
  /** @throws {Failure} when neither a server nor a store can be had. */
  openConnection: () => Promise<Connection>;
  now: () => number;
  readonly timeZone: string;
  /** A link that opens the inbox until then. @param expiresAt milliseconds since 1970 */
  inboxLink: (expiresAt: number) => Promise<string>;
  /** The file that a mail was written to, where mails are written to files on this machine. */
  mailFile: (deliveryId: string, kind: string) => string | undefined;
  /** From now on Ctrl-C ends the command as if it were done. */
  interrupted: () => AbortSignal;
}

/** A moment as the agency's clock shows it. @param iso ISO 8601 */
export function shownMoment(iso: string, { now, timeZone }: Context): string {
  return moment(iso, { now: now(), timeZone });
}

export async function withConnection<Value>(
  { openConnection }: Context,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const connection = await openConnection();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** A sentence for the operator about what a command could not do; exit code 1. */
export class Failure extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "Failure";
  }
}

/** The value of an answer. @throws {Failure} when it has no such lead, or cannot say */
export function valueOf<Value>(result: Result<Value>): Value {
  if (result.kind === "ok") return result.value;
  throw new Failure(result.kind === "missing" ? "There is no lead with this id." : result.reason);
}

/** @param calls what stands after `npm run leads -- `; one that says more than that says all of it */
export function examples(...calls: string[]): string {
  const lines = calls.map((call) => `  ${call.includes("npm ") ? call : `npm run leads -- ${call}`}`);
  return ["", calls.length === 1 ? "Example:" : "Examples:", ...lines].join("\n");
}
