/**
 * `npm run dev`. Vite shows changed pages; changed
 * content is shown as `npm start` shows it.
 */

import { createServer } from "node:http";
import { join } from "node:path";
import { createServer as createVite, type ErrorPayload } from "vite";
import { createVisitorMemory } from "../server/leads/visitor-memory.ts";
import { createLog } from "../server/lifecycle/log.ts";
import { createMailTransports } from "../server/lifecycle/mail-transports.ts";
import {
  openLoaded,
  type ProcessParts,
} from "../server/lifecycle/open-site.ts";
import {
  createSiteFront,
  type ServedSite,
} from "../server/lifecycle/served-site.ts";
import {
  createShowContent,
  watchContent,
} from "../server/lifecycle/show-content.ts";
import { offline, readEnv } from "../server/settings/env.ts";
import { messageOf } from "../server/settings/error-code.ts";
import {
  isForOperator,
  OperatorError,
} from "../server/settings/operator-error.ts";
import {
  keptPublicKey,
  keptSigningSecrets,
} from "../server/settings/secrets.ts";
import { openStore } from "../server/store/open-store.ts";
import { readViteSite, SITE, withVite } from "./dev/vite-site.ts";
import { endWithStarter } from "./end-with-starter.ts";
import { root } from "./root.ts";

/** Vite runs these files, so a change of one needs no new process. */
const INBOX_PAGES = /^server.inbox\b.*\.(?:tsx|css)$/;
const LOOK_EVERY_MS = 100;

// A wrong setting, or a port that `npm start`
// uses, ends this program with one sentence.
process.on("uncaughtException", (error) => {
  console.error(isForOperator(error) ? messageOf(error) : error);
  process.exit(1);
});

const { dataDir, contentDir } = readEnv();
const env = readEnv(offline({ DATA_DIR: join(dataDir, "dev") }));
const publicKey = keptPublicKey(env.dataDir, env.publicKey);
const store = await openStore(env, console.error, true);
let front: ReturnType<typeof createSiteFront<ServedSite>> | undefined;
let mistake: ErrorPayload["err"] | undefined;

const server = createServer((request, response) =>
  vite.middlewares(request, response, () => {
    if (front) front.current().app.routing(request, response);
    else
      void withVite(vite).then((html) =>
        response.setHeader("content-type", "text/html").end(html),
      );
  }),
);
const serverOptions = { middlewareMode: true, hmr: { server } };
const vite = await createVite({
  root,
  // Vite would otherwise import a copy, whose
  // removal `node --watch` would take for a change.
  configLoader: "native",
  server: serverOptions,
});
const { client, ssr } = vite.environments;
vite.watcher.on("all", (_event, file) => {
  const isRunByVite =
    file.startsWith(SITE) || INBOX_PAGES.test(file.slice(root.length));
  if (!isRunByVite) return;
  ssr.moduleGraph.onFileChange(file);
  // Vite itself shows changed modules of open
  // pages, unless the page shows a mistake instead.
  if (mistake || !client.moduleGraph.getModulesByFile(file))
    void content.show();
});
// A page that loads while there is a mistake shows it.
vite.ws.on("connection", () => {
  if (mistake) vite.ws.send({ type: "error", err: mistake });
});

const content = createShowContent(contentDir, {
  show: showChange,
  report() {},
  log: { error() {} },
});

const parts: ProcessParts = {
  env,
  log: createLog(),
  store,
  publicKey,
  secrets: keptSigningSecrets(env.dataDir, env.outbox),
  memory: createVisitorMemory(env.rateLimit, Date.now),
  transports: createMailTransports(),
  backupAges: () => ({}),
  contentProblems: () => undefined,
  showContent: content.show,
  wakeWorker: () => front?.current().worker.wake(),
  ending: { hasBegun: false },
};

async function showChange(): Promise<void> {
  try {
    const site = await openSite();
    mistake = undefined;
    if (front) front.show(site);
    else {
      front = createSiteFront(site);
      site.worker.start();
    }
    vite.ws.send({ type: "full-reload" });
  } catch (error) {
    showMistake(error);
    throw error;
  }
}

function showMistake(error: unknown): void {
  const thrown = error instanceof Error ? error : new Error(messageOf(error));
  vite.ssrFixStacktrace(thrown);
  const { message, stack = "" } = thrown;
  mistake = { message, stack: thrown instanceof OperatorError ? "" : stack };
  console.error(message);
  vite.ws.send({ type: "error", err: mistake });
}

async function openSite(): Promise<ServedSite> {
  const { site, loadedPages } = await readViteSite(
    vite,
    { site: env.site, contentDir },
    publicKey,
    showMistake,
  );
  // The content security policy would block Vite's inline scripts and styles.
  return openLoaded(parts, site, loadedPages, (app) => {
    app.addHook(
      "onSend",
      async (_, reply) => void reply.removeHeader("content-security-policy"),
    );
  });
}

watchContent(contentDir, content.lastRead, content.show, LOOK_EVERY_MS);
await content.show();
endWithStarter();
server.listen(env.port, env.host, () =>
  console.log(`At http://localhost:${env.port} words, pictures, pages and styles show at once; other code restarts it.
Leads and mails are in ${env.dataDir}.`),
);
