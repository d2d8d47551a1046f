/**
 * What every browser test starts from: a server of the worker's own on the built site, with its own store, and a
 * page that fails the test on any stray console error, uncaught exception or request to another origin.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test as base, expect } from "@playwright/test";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/env.ts";

export interface Site {
  origin: string;
  dataDir: string;
  /** The leads in the database file, oldest first. */
  leads(): Record<string, unknown>[];
}

interface Fixtures {
  /** Console errors that a test brings about on purpose; matched against the text. */
  expectedErrors: RegExp[];
  watch: void;
}

export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "nightshift-e2e-"));
      const { server, origin } = await startServer(dataDir);
      await use({ origin, dataDir, leads: () => readLeads(join(dataDir, "leads.db")) });
      const exited = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],

  baseURL: async ({ site }, use) => {
    await use(site.origin);
  },

  expectedErrors: [[], { option: true }],

  watch: [
    async ({ context, site, expectedErrors }, use) => {
      const stray: string[] = [];
      context.on("console", (message) => {
        const text = message.text();
        const wrong = message.type() === "error" || message.type() === "warning";
        if (wrong && !expectedErrors.some((expected) => expected.test(text))) stray.push(text);
      });
      context.on("weberror", (error) => stray.push(String(error.error())));
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== site.origin && request.frame().parentFrame() === null) {
          if (!request.isNavigationRequest()) stray.push(`request to ${request.url()}`);
        }
      });
      await use();
      expect(stray, "stray console output, exceptions or requests").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

async function startServer(dataDir: string): Promise<{ server: ChildProcess; origin: string }> {
  const server = spawn(process.execPath, [join(root, "server", "main.ts")], {
    cwd: root,
    env: withEnv({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, LOG_LEVEL: "warn" }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${said}`)));
  });
  return { server, origin };
}

function readLeads(file: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare("select * from lead_submissions order by created_at, id").all();
  } finally {
    database.close();
  }
}
