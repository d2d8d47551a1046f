/**
 * Starts the real app on a real store, with its
 * own folder and port, until the test ends.
 */

import { rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import { createApp, type AppParts } from "../../server/app.ts";
import type { Calendars } from "../../server/calls/calendars/calendars.ts";
import type { Busy } from "../../server/calls/stored-calls.ts";
import { openTransport } from "../../server/deliveries/mail/smtp-transport.ts";
import { channelSettings } from "../../server/deliveries/settings.ts";
import { loadBuiltSite, type BuiltSite } from "../../server/http/built-site.ts";
import type { RateLimit } from "../../server/http/rate-limit.ts";
import type { LoadedPages } from "../../server/inbox/load-pages.ts";
import { createServices, type ServiceParts } from "../../server/services.ts";
import { readEnv, type Env } from "../../server/settings/env.ts";
import type { Database } from "../../server/store/database.ts";
import { content } from "../content.ts";
import { newFolder } from "../machine/new-folder.ts";
import { inboxOf } from "../renderer.ts";
import { AGENCY, MANIFEST, writeBuild } from "./build.ts";
import { LINK_SECRET } from "./outgoing.ts";
import { openTestStore } from "./store.ts";

export const PUBLIC_KEY = "sb_publishable_for-tests-only";
export const METRICS_KEY = "ns_metrics_for-tests-only-0000";

export type TestServer = Awaited<ReturnType<typeof startServer>>;

export interface TestRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface TestResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export function temporaryFolder(): string {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Without `schedulingUrl`, visitors book calls on the site's own page. */
const SITE = { ...AGENCY, schedulingUrl: "" };

interface TestServicesOptions extends Partial<
  Omit<ServiceParts, "env" | "store">
> {
  env?: Partial<Omit<Env, "outbox">>;
  outbox?: Partial<Env["outbox"]>;
}

export function createTestServices(
  store: Database,
  dataDir: string,
  options: TestServicesOptions = {},
) {
  const { env: changes, outbox, ...parts } = options;
  const env = readEnv({
    DATA_DIR: dataDir,
    NOTIFY_EMAIL: "ana@agency.example",
  });
  return createServices({
    content: { ...MANIFEST, site: SITE },
    store,
    log: { warn() {}, error() {} },
    wakeWorker: () => {},
    ...parts,
    env: { ...env, ...changes, outbox: { ...env.outbox, ...outbox } },
  });
}

/** Prints the last lines of `output` if the test fails. */
export function showWhenFailed(what: string, output: () => string): void {
  const lines = () => output().trim().split("\n").slice(-20).join("\n");
  onTestFailed(() => void process.stderr.write(`\n${what}:\n${lines()}\n`));
}

interface ServerOptions
  extends
    Omit<TestServicesOptions, "calendars" | "now">,
    Partial<Pick<Env, "trustProxy">>,
    Partial<Pick<AppParts, "transport">> {
  /**
   * When the server starts, in milliseconds.
   * Its clock stands until the test turns it.
   */
  at?: number;
  linkSecret?: string;
  rateLimit?: Partial<RateLimit>;
  manifest?: Partial<BuildManifest>;
  render?: BuiltSite["render"];
  loadedPages?: LoadedPages;
  store?: Database;
  /** Busy times in the agency's calendars. */
  busy?: readonly Busy[];
  calendars?: Partial<Calendars>;
}

const LOADED_PAGES = inboxOf(content);

/** Servers of this process share builds, because they only read them. */
const builds = new Map<string, Promise<BuiltSite>>();

export async function startServer(options: ServerOptions = {}) {
  const {
    manifest,
    render,
    loadedPages = LOADED_PAGES,
    busy = [],
    at = Date.now(),
    linkSecret = LINK_SECRET,
  } = options;
  const clock = { now: at };
  const now = () => clock.now;
  const { trustProxy = false, calendars, ...parts } = options;
  const folder = temporaryFolder();
  const changes = { site: SITE, ...manifest };
  const load = () => {
    const dist = writeBuild(folder, changes);
    return loadBuiltSite(dist, dist, PUBLIC_KEY);
  };
  const built = await builds.getOrInsertComputed(JSON.stringify(changes), load);
  const site = { ...built, ...(render && { render }) };
  const store =
    options.store ?? (await openTestStore(join(folder, "leads.db")));
  const lines: string[] = [];
  showWhenFailed("The server's log", () => lines.join(""));
  const log = pino(
    { level: "trace", base: null },
    { write: (line) => void lines.push(line) },
  );
  const rateLimit = {
    perMinute: 60,
    totalPerMinute: 0,
    includeLoopback: false,
    ...options.rateLimit,
  };
  const noCalendars = {
    busy: async () => busy,
    refresh: async () => {},
    states: async () => [],
    start: () => () => {},
  };
  const services = createTestServices(store, folder, {
    ...parts,
    ...(parts.outbox?.calendarUrls
      ? {}
      : { calendars: { ...noCalendars, ...calendars } }),
    env: { metricsKey: METRICS_KEY, ...parts.env, trustProxy, rateLimit },
    content: site.manifest,
    log,
    now,
  });
  const channels = channelSettings(
    services.env,
    site.manifest,
    { linkSecret, webhookSecrets: [] },
    now,
  );
  const { mailFolder } = channels;
  const app = createApp({
    services,
    channels,
    linkSecret,
    site,
    loadedPages,
    publicKey: PUBLIC_KEY,
    log,
    transport: options.transport ?? openTransport(channels),
    backupAges: () => ({ local: 60 }),
    contentProblems: () => undefined,
    processRows: () => [],
  });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    await app.close();
    await store.close();
    // A TypeError is a fault of the program, which no test expects.
    expect(lines.filter((line) => line.includes('"type":"TypeError"'))).toEqual(
      [],
    );
  });
  const port = Number(new URL(origin).port);
  return {
    app,
    store,
    services,
    clock,
    port,
    mailFolder,
    log: () => lines.join(""),
    send: (message: TestRequest) => sendRequest(port, message),
  };
}

/**
 * Makes a `test` that starts what each test takes.
 * A test that takes nothing starts nothing.
 */
export function testFrom<Made>(start: () => Promise<Made>) {
  const testMade = (title: string, run: (made: Made) => Promise<void>) =>
    test(title, async () =>
      run(run.length === 0 ? Object.create(null) : await start()),
    );
  return Object.assign(testMade, { each: test.each.bind(test) });
}

export const serverTest = testFrom(startServer);

/**
 * Sends a request on a new connection, with
 * methods and headers that `fetch` does not send.
 */
export async function sendRequest(
  port: number,
  { method = "GET", path, headers = {}, body }: TestRequest,
): Promise<TestResponse> {
  const length =
    body === undefined || "transfer-encoding" in headers
      ? {}
      : { "content-length": String(Buffer.byteLength(body)) };
  const options = {
    host: "127.0.0.1",
    port,
    method,
    path,
    headers: { ...length, ...headers },
    agent: false,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(options, resolve).on("error", reject).end(body),
  );
  const { statusCode: status = 0, headers: answered } = response;
  return {
    status,
    headers: answered,
    body: (await buffer(response)).toString(),
  };
}

export const statusOf = async (port: number, path: string) =>
  (await sendRequest(port, { path })).status;
