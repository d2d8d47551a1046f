/** The worker alone: `npm run worker`. Any number may share a store, on any machine that reaches it. */
import fastify from "fastify";
import { readEnv, type Env } from "./configuration/env.ts";
import { siteManifest } from "./rendering/site-folder.ts";
import { monitoring } from "./http/monitoring.ts";
import { createDeliveryWorker } from "./lifecycle/delivery-worker.ts";
import { createLog, printStartLines, workerLines } from "./lifecycle/log.ts";
import { measureProcess } from "./lifecycle/process-metrics.ts";
import { onSignal, WORKER_STOP_MS } from "./lifecycle/shut-down.ts";
import { keptSigningSecrets } from "./configuration/secrets.ts";
import { sentenceOf } from "./configuration/data-dir.ts";
import { createServices } from "./services.ts";
import { openStore } from "./storage/open-store.ts";

/** A worker that failed waits for half a minute at most before it looks again. Seconds. */
const LONGEST_SILENCE = 120;

try {
  const env = readEnv();
  await start(env);
  printStartLines(workerLines(env));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

async function start(env: Env): Promise<void> {
  const secrets = keptSigningSecrets(env.dataDir, env.outbox).load();
  // Mails are the same from every process.
  const content = await siteManifest(env);
  const log = createLog(env.logLevel);
  const opened = await openStore(env, (sentence) => log.error(sentence), true);
  const { store, metrics } = measureProcess(env.dataDir, opened);
  const parts = { env, content, store, secrets: () => secrets, log, onDeliveriesPlanned: () => {} };
  const worker = createDeliveryWorker(createServices(parts));
  const app = fastify({ forceCloseConnections: true });
  app.register(monitoring, {
    fault: async () =>
      Math.max(...Object.values(worker.silence())) > LONGEST_SILENCE
        ? "the worker is not looking for due deliveries"
        : store.fault(),
    secretKey: env.secretKey,
    metricsKey: env.metricsKey,
    metrics: () => metrics(worker),
  });
  if (env.workerPort !== undefined) await app.listen({ port: env.workerPort, host: env.host });
  onSignal(log, async () => {
    await app.close();
    await worker.stop(WORKER_STOP_MS);
    await store.close();
  });
  worker.start();
}
