/** The command line in this process, with its own store, at a time that the test sets. */
import { join } from "node:path";
import { CommanderError } from "commander";
import { onTestFinished } from "vitest";
import type { LeadFields } from "../../contract/lead.ts";
import type { Context } from "../../cli/context.ts";
import { createProgram } from "../../cli/program.ts";
import type { Leads } from "../../server/leads/submit-lead.ts";
import { LEAD } from "./leads.ts";
import { createTestServices } from "./services.ts";
import { temporaryFolder } from "./server.ts";
import { openTestStore } from "./store.ts";

export type TestAdmin = Awaited<ReturnType<typeof openTestAdmin>>;

interface Said {
  out: string[];
  notes: string[];
}

interface Options {
  now: () => number;
  webhookUrls?: string[];
  /** Answers a command's questions; the default is no. */
  confirm?: Context["terminal"]["confirm"];
}

export async function openTestAdmin({
  now,
  webhookUrls = [],
  confirm = () => Promise.resolve(false),
}: Options) {
  const folder = temporaryFolder();
  const path = join(folder, "leads.db");
  const store = await openTestStore(path);
  onTestFinished(() => store.close());
  const services = createTestServices(store, folder, { now, outbox: { webhookUrls } });
  return {
    services,
    store,
    addLead: (changes: Partial<LeadFields> = {}) => add(services.leads.submitLeads, { ...LEAD, ...changes }),
    /** Runs a command and resolves with its output. Rejects when the command does. */
    run: async (...args: string[]): Promise<Said> => {
      const said: Said = { out: [], notes: [] };
      const program = createProgram({
        terminal: {
          print: (line) => void said.out.push(line),
          note: (line) => void said.notes.push(line),
          confirm,
        },
        openConnection: () =>
          Promise.resolve({
            services,
            address: path,
            sendDeliveries: () => {},
            close: () => Promise.resolve(),
          }),
        now,
        timeZone: "America/New_York",
      });
      const subcommands = program.commands.flatMap(({ commands }) => commands);
      for (const command of [program, ...program.commands, ...subcommands]) {
        command.configureOutput({
          writeOut: (text) => void said.out.push(text),
          writeErr: (text) => void said.notes.push(text),
        });
      }
      await program.parseAsync(args, { from: "user" }).catch((error: unknown) => {
        // Help ends like this.
        if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      });
      return said;
    },
  };
}

async function add(submitLeads: Leads["submitLeads"], lead: LeadFields): Promise<string> {
  const result = await submitLeads([{ fields: lead }], { kind: "never" }, { source: "wire", formTiming: {} });
  const [row] = result.kind === "stored" ? result.rows : [];
  if (!row) throw new Error(`The lead was not stored: ${result.kind}.`);
  return row.id;
}

export const NOON = Date.parse("2026-11-20T12:00:00.000Z");

/** Starts with leads, at noon, with a clock that the test moves. */
export async function openAtNoon(options: Pick<Options, "confirm"> = {}) {
  const clock = { time: NOON };
  const opened = await openTestAdmin({ now: () => clock.time, ...options });
  return { ...opened, clock };
}
