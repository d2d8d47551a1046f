/** The real app on a real store, with its own folder and port, removed after the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import type { Busy } from "../../contract/booking.ts";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { createApp, type AppOptions } from "../../server/app.ts";
import { createOpensInbox } from "../../server/inbox/inbox-parts.ts";
import { loadBuiltSite, type BuiltSite } from "../../server/http/built-site.ts";
import type { RateLimit } from "../../server/http/rate-limit.ts";
import { createSchedule, type ScheduleParts } from "../../server/scheduling/schedule.ts";
import { createMailFolder } from "../../server/outbox/channels/mail/mail-folder.ts";
import { createSignInMail } from "../../server/outbox/channels/mail/team-mails.ts";
import type { DeliverySettings } from "../../server/outbox/planned-deliveries.ts";
import type { Store } from "../../server/storage/operations.ts";
import { writeBuild } from "./build.ts";
import { mailSettings } from "./outgoing.ts";
import { createParts } from "./parts.ts";
import { openTestStore } from "./store.ts";

export const PUBLIC_KEY = "sb_publishable_for-tests-only";
export const SECRET_KEY = "sb_secret_for-tests-only-0000";

export const LINK_SECRET = "ns_link_for-tests-only-0000";

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
  const folder = mkdtempSync(join(tmpdir(), "nightshift-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function startServer(
  options: Omit<Partial<AppOptions>, "rateLimit"> & {
    rateLimit?: Partial<RateLimit>;
    manifest?: Partial<BuildManifest>;
    render?: BuiltSite["render"];
    deliverySettings?: DeliverySettings;
    busy?: readonly Busy[];
    /** Reads calendars, with the server's store; replaces `busy`. */
    calendarsOf?: (store: Store) => ScheduleParts["calendars"];
  } = {},
) {
  const folder = temporaryFolder();
  const built = await loadBuiltSite(writeBuild(folder, options.manifest), PUBLIC_KEY);
  const site = options.render ? { ...built, render: options.render } : built;
  const store = options.store ?? (await openTestStore(join(folder, "leads.db")));
  const mailFolder = join(folder, "mail");
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { now = Date.now, deliverySettings = { webhookUrls: [] }, ...appOptions } = options;
  const { form, workingHours } = site.manifest;
  const team = options.teamSignIn?.team ?? ["ana@agency.example"];
  const opensInbox = createOpensInbox(options.linkSecret ?? LINK_SECRET, team);
  const openings = () => schedule.openings();
  const around = { form, now, deliverySettings, mailFolder, opensInbox, openings };
  const { calls, admin, ...parts } = createParts(store, around, workingHours);
  const availability = { ...workingHours, timeZone: "America/New_York" };
  const holds = (options.rateLimit?.totalPerMinute ?? 0) > 0;
  const calendars = options.calendarsOf?.(store) ?? {
    busy: () => options.busy ?? [],
    refresh: async () => {},
  };
  const schedule = createSchedule({ availability, store, calls, calendars, holds, now });
  const app = createApp({
    site,
    store,
    keys: { publicKey: PUBLIC_KEY, secretKey: SECRET_KEY },
    trustProxy: false,
    corsOrigins: undefined,
    admin,
    submitLeads: parts.submitLeads,
    funnel: store,
    teamSignIn: {
      store,
      team,
      mailLink: createSignInMail(mailSettings({ now }), createMailFolder(mailFolder)),
    },
    processMetrics: () => "",
    accepted: () => 0,
    backupAges: () => ({}),
    calendars: () => [],
    linkSecret: LINK_SECRET,
    scheduling: { schedule, leads: parts.leads, mail: mailSettings({ now }) },
    timeZone: "America/New_York",
    log: pino({ level: "trace", base: null }, stream),
    now,
    elapsed: now,
    ...appOptions,
    rateLimit: { perMinute: 60, totalPerMinute: 0, includeLoopback: false, ...options.rateLimit },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    await app.close();
    await store.close();
  });
  const address = app.server.address();
  if (typeof address !== "object" || !address) throw new Error("The server listens on no port.");
  const { port } = address;
  return {
    app,
    store,
    admin,
    port,
    mailFolder,
    /** Every logged line, as one text. */
    log: () => lines.join(""),
    send: (asked: TestRequest) => send(port, asked),
  };
}

/** Sends one request on its own connection, with any method and exactly these headers. */
export async function send(
  port: number,
  { method = "GET", path, headers = {}, body }: TestRequest,
): Promise<TestResponse> {
  const length =
    body === undefined || "transfer-encoding" in headers
      ? {}
      : { "content-length": String(Buffer.byteLength(body)) };
  const options = { host: "127.0.0.1", port, method, path, headers: { ...length, ...headers }, agent: false };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(options, resolve).on("error", reject).end(body),
  );
  const { statusCode: status = 0, headers: answered } = response;
  return { status, headers: answered, body: (await buffer(response)).toString() };
}
