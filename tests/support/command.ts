/** The command line in this process, with its own store, at a time that the test sets. */
import { join } from "node:path";
import { CommanderError } from "commander";
import { onTestFinished } from "vitest";
import type { LeadFields } from "../../contract/lead.ts";
import { createProgram } from "../../cli/program.ts";
import { LEAD } from "./leads.ts";
import { createTestServices, temporaryFolder } from "./server.ts";
import { openTestStore } from "./store.ts";

export const NOON = Date.parse("2026-11-20T12:00:00.000Z");

/** Starts with a clock that the test moves. */
export async function openCommands({ time = NOON, webhookUrls = [] as string[] } = {}) {
  const clock = { time };
  const now = () => clock.time;
  const folder = temporaryFolder();
  const address = join(folder, "leads.db");
  const store = await openTestStore(address);
  onTestFinished(() => store.close());
  const services = createTestServices(store, folder, { now, outbox: { webhookUrls } });
  const connection = { services, address, sendDeliveries: () => {}, [Symbol.asyncDispose]: async () => {} };
  return {
    clock,
    services,
    store,
    /** @returns its id */
    addLead: async (changes: Partial<LeadFields> = {}): Promise<string> => {
      const fields = { ...LEAD, ...changes };
      const origin = { source: "wire", formTiming: {} } as const;
      const result = await services.leads.submitLeads([{ fields }], { kind: "never" }, origin);
      const [row] = result.kind === "stored" ? result.rows : [];
      if (!row) throw new Error(`The lead was not stored: ${result.kind}.`);
      return row.id;
    },
    /** Runs a command and resolves with its output. Rejects when the command does. */
    run: async (...args: string[]) => {
      const [out, notes]: [string[], string[]] = [[], []];
      const program = createProgram({
        terminal: {
          print: (line) => void out.push(line),
          note: (line) => void notes.push(line),
          confirm: () => Promise.resolve(false),
        },
        openConnection: () => Promise.resolve(connection),
        now,
        timeZone: "America/New_York",
      });
      for (const command of [program, ...program.commands]) {
        command.configureOutput({
          writeOut: (text) => void out.push(text),
          writeErr: (text) => void notes.push(text),
        });
      }
      await program.parseAsync(args, { from: "user" }).catch((error: unknown) => {
        // Help ends like this.
        if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      });
      return { out, notes };
    },
  };
}
