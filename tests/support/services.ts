/** The services of an agency's site on a store, as every program makes them. */
import { readEnv, type Env } from "../../server/settings/env.ts";
import { createServices, type ServiceParts } from "../../server/services.ts";
import type { Database } from "../../server/store/database.ts";
import { AGENCY, MANIFEST } from "./build.ts";
import { LINK_SECRET } from "./outgoing.ts";

/** Calls are booked on the site's own page. */
export const SITE = { ...AGENCY, schedulingUrl: "" };

export interface TestServicesOptions extends Partial<Omit<ServiceParts, "env" | "store" | "secrets">> {
  env?: Partial<Omit<Env, "outbox">>;
  outbox?: Partial<Env["outbox"]>;
  linkSecret?: string;
}

export function createTestServices(store: Database, dataDir: string, options: TestServicesOptions = {}) {
  const { env: changes, outbox, linkSecret = LINK_SECRET, ...parts } = options;
  const env = readEnv({ DATA_DIR: dataDir, NOTIFY_EMAIL: "ana@agency.example" });
  return createServices({
    content: { ...MANIFEST, site: SITE },
    store,
    secrets: () => ({ linkSecret, webhookSecrets: [] }),
    log: { warn() {}, error() {} },
    onDeliveriesPlanned: () => {},
    ...parts,
    env: { ...env, ...changes, outbox: { ...env.outbox, ...outbox } },
  });
}
