/** The leads administration on the store itself, for when no server runs. */
import { createLeadServices } from "../../server/leads/local-admin.ts";
import { createOpensInbox } from "../../server/inbox/inbox-parts.ts";
import { isThere } from "../../server/configuration/data-dir.ts";
import type { Env } from "../../server/configuration/env.ts";
import { createDeliveryWorker } from "../../server/lifecycle/delivery-worker.ts";
import { calendarSettings, createCalendars } from "../../server/scheduling/calendars/calendars.ts";
import { createSchedule } from "../../server/scheduling/schedule.ts";
import { mailFolderIn } from "../../server/outbox/channels/settings.ts";
import type { Worker } from "../../server/outbox/worker.ts";
import { keptSigningSecrets } from "../../server/configuration/secrets.ts";
import { openStore, sqlitePath } from "../../server/storage/open-store.ts";
import { type Connection, Failure } from "../context.ts";
import { builtManifest } from "./remote-admin.ts";
import { bookCall, fieldProblems, fields, workingHours, services } from "../content.ts";

const NOT_BUILT = "The site is not built. Run `npm run build` first.";

/** Time to finish current deliveries when the command is done. Milliseconds. */
const STOP_BUDGET_MS = 5_000;

/** @param note gets a sentence when the store fails or recovers @throws {Failure} when a new store would be empty */
export async function openStoreConnection(env: Env, note: (line: string) => void): Promise<Connection> {
  const path = sqlitePath(env.dataDir);
  if (env.databaseUrl === undefined && !isThere(path)) {
    throw new Failure(`There is no store at ${path}. Start the site once, or set DATA_DIR or DATABASE_URL.`);
  }
  const manifest = await builtManifest(env);
  const store = await openStore(env, note);
  const form = manifest?.form ?? { fields, fieldProblems, services, consent: bookCall.consent };
  const secrets = () => keptSigningSecrets(env.dataDir, env.outbox).load();
  let worker: Worker | undefined;
  function send(): void {
    if (worker || !manifest || !env.outbox.worker) return worker?.wake();
    const say = (_about: object, sentence: string) => note(sentence);
    const log = { warn: say, error: say };
    worker = createDeliveryWorker({ env, manifest, secrets: secrets(), store, log });
    worker.start();
  }
  const notifyEmail = env.outbox.notifyEmail ?? [manifest?.site.contactEmail ?? ""];
  const team = env.outbox.teamEmails ?? (manifest ? notifyEmail : env.outbox.notifyEmail);
  const inLowerCase = team?.map((email) => email.toLowerCase());
  const hours = manifest?.workingHours ?? workingHours;
  const { timeZone } = env.outbox;
  async function openings() {
    if (!manifest) throw new Failure(NOT_BUILT);
    const log = { warn: (_about: object, sentence: string) => note(sentence) };
    const calendars = createCalendars({ ...calendarSettings(env, manifest), store, log });
    await calendars.refresh();
    const availability = { ...hours, timeZone };
    const parts = { availability, store, calls, calendars, holds: false, now: Date.now };
    return createSchedule(parts).openings();
  }
  const { admin, calls } = createLeadServices({
    store,
    form,
    workingHours: hours,
    timeZone,
    openings: manifest?.site.schedulingUrl ? undefined : openings,
    mailFolder: mailFolderIn(env.dataDir),
    notifyEmail,
    deliverySettings: env.outbox,
    opensInbox: (signIn) => createOpensInbox(secrets().linkSecret, inLowerCase)(signIn),
    now: Date.now,
    // No lead is new after a change of a call, and a deletion waits until the cancellations are sent.
    onDeliveriesPlanned: (leads) => (leads === 0 ? send() : worker?.wake()),
  });
  return {
    admin,
    address: env.databaseUrl === undefined ? path : "the database",
    sendDeliveries() {
      if (!manifest) throw new Failure(NOT_BUILT);
      send();
    },
    async close() {
      await worker?.stop(STOP_BUDGET_MS);
      await store.close();
    },
  };
}
