import { OperatorError } from "../server/settings/operator-error.ts";
import { isThere } from "../server/settings/data-dir.ts";
import type { Env } from "../server/settings/env.ts";
import { keptSigningSecrets } from "../server/settings/secrets.ts";
import { siteManifest } from "../server/content/site-folder.ts";
import { createDeliveryWorker } from "../server/lifecycle/delivery-worker.ts";
import type { Worker } from "../server/deliveries/worker.ts";
import { createServices } from "../server/services.ts";
import { openStore, sqlitePath } from "../server/store/open-store.ts";

/** How long deliveries under way may take when the command is done. */
const STOP_BUDGET_MS = 5_000;

/** Makes no store. The site may be running. @throws {OperatorError} if the store is missing */
export async function openConnection(env: Env) {
  const path = sqlitePath(env.dataDir);
  if (env.databaseUrl === undefined && !isThere(path))
    throw new OperatorError(
      `There is no store at ${path}. Start the site once, or set DATA_DIR or DATABASE_URL.`,
    );
  const content = await siteManifest(env);
  const store = await openStore(env, console.error);
  let worker: Worker | undefined;
  const services = createServices({
    env,
    content,
    store,
    secrets: () => keptSigningSecrets(env.dataDir, env.outbox),
    // Without warnings: the site retries a failed delivery, and the command says what waits.
    log: { warn: () => {}, error: (_about, sentence) => console.error(sentence) },
    // Some commands wait: a deletion until cancellations are sent, a test until all is sent.
    wakeWorker() {
      if (worker) return worker.wake();
      worker = createDeliveryWorker(services);
      worker.start();
    },
  });
  return {
    services,
    async [Symbol.asyncDispose]() {
      await worker?.stop(STOP_BUDGET_MS);
      await store.close();
    },
  };
}
