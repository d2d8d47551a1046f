/**
 * The operations on an open database. Many requests share one transaction, because the fsync at its end costs
 * more than everything before it; a savepoint keeps a refused request from undoing its neighbors.
 */
import type { DatabaseSync } from "node:sqlite";
import { addFoldCase } from "./conditions.ts";
import { adminChanges } from "./admin-changes.ts";
import { adminReads } from "./admin-statements.ts";
import { leadStatements } from "./lead-statements.ts";
import type { Answer, Fault, Handlers, OperationName, Request } from "./messages.ts";
import { outboxStatements } from "./outbox-statements.ts";
import { isUnavailability, refusal, unavailability } from "./sqlite-errors.ts";

export class LeadDatabase {
  readonly #db: DatabaseSync;
  readonly #handlers: Handlers;

  constructor(db: DatabaseSync) {
    this.#db = db;
    addFoldCase(db);
    const reads = adminReads(db);
    this.#handlers = {
      ...leadStatements(db),
      ...outboxStatements(db),
      ...reads,
      ...adminChanges(db, reads.lead),
    };
  }

  /** Does all that can be done in one transaction; durable on return. The answers are in the same order. */
  write(requests: readonly Request[]): Answer[] {
    try {
      return this.#transaction(() => requests.map((request) => this.#apart(request)));
    } catch (error) {
      const result = unavailability(error);
      return requests.map(({ id, kind }) => ({ id, kind, result }));
    }
  }

  /** Sees one moment of what was committed. */
  read(request: Request): Answer {
    try {
      return this.#transaction(() => this.#run(request), "BEGIN");
    } catch (error) {
      return { id: request.id, kind: request.kind, result: faultOf(error) ?? unavailability(error) };
    }
  }

  close(): void {
    this.#db.close();
  }

  #run<Name extends OperationName>({ id, kind, asks }: Request<Name>): Answer {
    return { id, kind, result: this.#handlers[kind](asks) };
  }

  #apart(request: Request): Answer {
    this.#db.exec("SAVEPOINT request");
    try {
      const answer = this.#run(request);
      this.#db.exec("RELEASE request");
      return answer;
    } catch (error) {
      // A fault of the machine concerns all of them.
      const result = request.kind === "insert" ? refusal(error) : faultOf(error);
      if (!result) throw error;
      this.#db.exec("ROLLBACK TO request");
      this.#db.exec("RELEASE request");
      return { id: request.id, kind: request.kind, result };
    }
  }

  #transaction<T>(work: () => T, begin = "BEGIN IMMEDIATE"): T {
    this.#db.exec(begin);
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk or a failed read has already rolled back by itself.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }
}

/** The mistake as a value; undefined when it is a fault of the machine. */
function faultOf(error: unknown): Fault | undefined {
  if (isUnavailability(error)) return undefined;
  return { kind: "fault", message: error instanceof Error ? error.message : String(error) };
}
