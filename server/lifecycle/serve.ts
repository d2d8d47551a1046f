import { once } from "node:events";
import type { Server } from "node:http";
import { collectDefaultMetrics } from "prom-client";
import { fillAtFirstStart } from "../content/own-folder.ts";
import { siteFolder } from "../content/site-folder.ts";
import { createListener } from "../http/listener.ts";
import { addOperatorLink } from "../leads/sign-ins.ts";
import { createVisitorMemory } from "../leads/visitor-memory.ts";
import {
  localOrigin,
  readEnv,
  unknownInEnv,
  type Env,
} from "../settings/env.ts";
import { messageOf } from "../settings/error-code.ts";
import { OperatorError } from "../settings/operator-error.ts";
import { keptPublicKey, keptSigningSecrets } from "../settings/secrets.ts";
import { openStore } from "../store/open-store.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { startDailyBackups } from "./daily-backup.ts";
import { createLog, startLines } from "./log.ts";
import { createMailTransports } from "./mail-transports.ts";
import { openSite, type OpenedSite, type ProcessParts } from "./open-site.ts";
import { createSiteFront } from "./served-site.ts";
import {
  createShowContent,
  renderContent,
  watchContent,
} from "./show-content.ts";
import { closeOnSignal } from "./shut-down.ts";

/**
 * The most connections that wait to be accepted.
 * This is Linux's limit; Node's default is 511.
 */
const BACKLOG = 4_096;

/**
 * Starts the site, and returns while it runs. A failed start exits with code 1.
 */
export async function serve(isForPerson = process.stdout.isTTY): Promise<void> {
  try {
    await start(readEnv(), isForPerson);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

async function start(env: Env, isForPerson: boolean): Promise<void> {
  const log = createLog();
  const listener = createListener();
  const notify = (line: string) =>
    listener.listening ? log.error(line) : console.error(line);
  const problems = createContentProblems(notify);
  fillAtFirstStart(env);
  const publicKey = keptPublicKey(env.dataDir, env.publicKey);
  const secrets = keptSigningSecrets(env.dataDir, env.outbox);
  const opening = openStore(env, notify, true);
  const content = createShowContent(env.contentDir, {
    async show() {
      const { folder, manifest } = front.current();
      const next = await renderContent(env, manifest.program);
      if (next !== folder) front.show(await openSite(parts, next));
    },
    report(mistakes) {
      if (mistakes !== undefined && mistakes !== problems.latest())
        front.current().tellTeam("content", mistakes);
      problems.report(mistakes);
    },
    log,
  });
  const folder = await siteFolder(env, (lines) => problems.report(lines));
  const transports = createMailTransports();
  const ending = { hasBegun: false };
  const parts: ProcessParts = {
    env,
    log,
    store: await opening,
    publicKey,
    secrets,
    memory: createVisitorMemory(env.rateLimit, Date.now),
    transports,
    backupAges: startDailyBackups(env, log, (reason) =>
      front.current().tellTeam("backup", reason),
    ),
    contentProblems: problems.latest,
    showContent: content.show,
    wakeWorker: () => front.current().worker.wake(),
    ending,
  };
  const front = createSiteFront(await openSite(parts, folder));
  front.attachTo(listener);
  collectDefaultMetrics();
  closeOnSignal(listener, log, ending, {
    stop: (budgetMs) => front.close(budgetMs, transports.close),
    release: () => parts.store.close(),
  });
  const origin = await listen(listener, env);
  front.current().worker.start();
  watchContent(env.contentDir, content.lastRead, content.show);
  await printStart(parts, front.current(), origin, isForPerson);
}

/**
 * Keeps why the content is not shown, and says it once more at each attempt.
 */
function createContentProblems(notify: (line: string) => void) {
  let latest: string | undefined;
  return {
    latest: () => latest,
    report(mistakes: string | undefined): void {
      latest = mistakes;
      if (mistakes === undefined) return;
      notify(
        `The content cannot be shown, and the site stays as it was:\n${mistakes}`,
      );
    },
  };
}

async function printStart(
  { env, log, store }: ProcessParts,
  { manifest, services, channels }: OpenedSite,
  origin: string,
  isForPerson: boolean,
): Promise<void> {
  // A log gets no link, since logs are kept. A
  // public site gets none, since this link is local.
  const hasLink = isForPerson && manifest.unconfigured.includes("siteUrl");
  const link = hasLink
    ? await ifAvailable(addOperatorLink(store, Date.now()))
    : undefined;
  const lines = startLines({
    env,
    origin,
    storeReady: (await services.fault()) === undefined,
    manifest,
    unknown: unknownInEnv(),
    team: await services.team.addresses(),
    inboxLink: link && channels.mail.links.url(origin, link),
  });
  if (isForPerson) process.stdout.write(`${lines.join("\n")}\n`);
  else for (const line of lines) log.info(line.trim().replace(/ {2,}/, " "));
}

/** @returns the site's address on this machine */
async function listen(listener: Server, { port, host }: Env): Promise<string> {
  listener.listen({ port, host, backlog: BACKLOG });
  await once(listener, "listening").catch((error: unknown) => {
    throw new OperatorError(
      `HOST or PORT cannot be used: ${messageOf(error)}. Set another one, or end the program that has it.`,
    );
  });
  // For port 0, the system has chosen a port.
  const bound = listener.address();
  return localOrigin(
    host,
    typeof bound === "object" && bound ? bound.port : port,
  );
}
