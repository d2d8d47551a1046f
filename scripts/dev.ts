/** `npm run dev`. New content restarts the app in Vite. New server code restarts the process. */
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createServer as createVite, type ErrorPayload } from "vite";
import { messageOf } from "../server/settings/error-code.ts";
import { NEXT_TIMES } from "../contract/locale/next-times.ts";
import {
  PUBLIC_KEY_PLACEHOLDER,
  type PageState,
  type Renderer,
} from "../contract/http/page.ts";
import { REST_PATH } from "../contract/http/routes.ts";
import { createApp } from "../server/app.ts";
import { offline, readEnv } from "../server/settings/env.ts";
import {
  isForOperator,
  OperatorError,
} from "../server/settings/operator-error.ts";
import {
  keptPublicKey,
  keptSigningSecrets,
} from "../server/settings/secrets.ts";
import { loadContent } from "../server/content/content.ts";
import {
  readContentFolder,
  snapshot,
} from "../server/content/content-folder.ts";
import { serverContent } from "../server/content/server-content.ts";
import type { BuiltSite } from "../server/http/built-site.ts";
import { bodyOf } from "../server/http/encoded-body.ts";
import { createDeliveryWorker } from "../server/lifecycle/delivery-worker.ts";
import { watchContent } from "../server/lifecycle/content-watch.ts";
import { createLog } from "../server/lifecycle/log.ts";
import { START_AGAIN } from "../server/lifecycle/shut-down.ts";
import { FONTS } from "../server/content/font.ts";
import { listedPages } from "../server/content/seo-files.ts";
import { readSnippet } from "../server/content/snippet.ts";
import { themeOf } from "../server/content/theme.ts";
import type { Shown } from "../server/inbox/load-pages.ts";
import { createServices } from "../server/services.ts";
import { channelSettings } from "../server/deliveries/settings.ts";
import { openStore } from "../server/store/open-store.ts";
import { contentForFiles } from "../site/page-content.ts";
import { endWithStarter } from "./end-with-starter.ts";
import { root } from "./root.ts";

const SITE = join(root, "site");
/** Vite runs these files, so a change of one needs no new process. */
const INBOX_PAGES = /^server.inbox\b.*\.(?:tsx|css)$/;
/** Every page links to all styles. Vite would send them with a script, which some pages lack. */
const STYLES = "{components,pages,styles}/**/*.css";
const LOOK_EVERY_MS = 100;
const EMPTY_PAGE =
  "<!doctype html><head><title>Mistake</title><link rel=icon href=data:,></head>";

// A wrong setting, or a port that `npm start` uses, ends this program with one sentence.
process.on("uncaughtException", (error) => {
  console.error(isForOperator(error) ? messageOf(error) : error);
  process.exit(1);
});

const { dataDir, contentDir } = readEnv();
const env = readEnv(offline({ DATA_DIR: join(dataDir, "dev") }));
const publicKey = keptPublicKey(env.dataDir, env.publicKey);
const secrets = keptSigningSecrets(env.dataDir, env.outbox);
const log = createLog();
const store = await openStore(env, console.error, true);
let app: ReturnType<typeof createApp> | undefined;
let mistake: ErrorPayload["err"] | undefined;

const server = createServer((request, response) =>
  vite.middlewares(request, response, () => {
    if (app) app.routing(request, response);
    else
      void withVite().then((html) =>
        response.setHeader("content-type", "text/html").end(html),
      );
  }),
);
const serverOptions = { middlewareMode: true, hmr: { server } };
const vite = await createVite({
  root,
  appType: "custom",
  server: serverOptions,
});
const { client, ssr } = vite.environments;
vite.watcher.on("all", (_event, file) => {
  // Open pages load again once the new process listens.
  const path = file.slice(root.length);
  const isRunByVite = file.startsWith(SITE) || INBOX_PAGES.test(path);
  if (!isRunByVite && /^(?:server|contract|scripts)\b/.test(path))
    process.exit(START_AGAIN);
  if (!isRunByVite) return;
  ssr.moduleGraph.onFileChange(file);
  // Vite itself shows changed modules of open pages, unless the page shows a mistake instead.
  if (mistake || !client.moduleGraph.getModulesByFile(file)) void showContent();
});
// A page that loads while there is a mistake shows it.
vite.ws.on("connection", () => {
  if (mistake) vite.ws.send({ type: "error", err: mistake });
});

let showing = Promise.resolve();
/** Calls of this function run one after the other, so the last call shows the last change. */
const showContent = (): Promise<void> =>
  (showing = showing.then(showChange).catch(showMistake));

async function showChange(): Promise<void> {
  const previous = app;
  app = await startApp();
  mistake = undefined;
  vite.ws.send({ type: "full-reload" });
  await previous?.close();
}

function showMistake(error: unknown): void {
  const thrown = error instanceof Error ? error : new Error(messageOf(error));
  vite.ssrFixStacktrace(thrown);
  const { message, stack = "" } = thrown;
  mistake = { message, stack: thrown instanceof OperatorError ? "" : stack };
  console.error(message);
  vite.ws.send({ type: "error", err: mistake });
}

function withVite(html = EMPTY_PAGE): Promise<string> {
  const files = globSync(STYLES, { cwd: SITE });
  const styles = files
    .map((file) => `<link rel="stylesheet" href="/site/${file}">`)
    .join("");
  return vite.transformIndexHtml(
    "/",
    html.replace("</head>", `${styles}</head>`),
  );
}

async function startApp(): Promise<ReturnType<typeof createApp>> {
  const { site, shown } = await readSite();
  const wakeWorker = () => worker.wake();
  const services = createServices({
    env,
    content: site.manifest,
    store,
    log,
    wakeWorker,
  });
  const channels = channelSettings(env, site.manifest, secrets);
  const { worker } = createDeliveryWorker(services, channels);
  const { linkSecret } = secrets;
  const started = createApp({
    services,
    channels,
    linkSecret,
    site,
    shown,
    publicKey,
    log,
  });
  started.addHook("onClose", () => worker.stop(0));
  // The content security policy would block Vite's inline scripts and styles.
  started.addHook(
    "onSend",
    async (_, reply) => void reply.removeHeader("content-security-policy"),
  );
  await started.ready();
  worker.start();
  return started;
}

async function readSite(): Promise<{ site: BuiltSite; shown: Shown }> {
  const content = loadContent(env.site, readContentFolder(contentDir));
  const analytics = readSnippet(contentDir);
  const assets: BuiltSite["assets"] = new Map();
  const add = (path: string, body: string | Buffer) =>
    assets.set(path, uncompressed(path, body));
  for (const [name, part] of Object.entries(contentForFiles(content)))
    add(`/content/${name}.json`, JSON.stringify(part));
  for (const [name, { src }] of Object.entries(content.pictures))
    add(src, readFileSync(join(contentDir, "pictures", name)));
  for (const { url, file } of FONTS) add(url, readFileSync(file));
  const paths = {
    entry: "/site/main.tsx",
    contentFiles: "/content/{page}.json",
    apiUrl: REST_PATH,
  };
  const pageAssets = {
    ...themeOf(content),
    ...paths,
    icon: "data:,",
    styles: [],
  };

  async function createRenderer(): Promise<Renderer> {
    const code = await vite.ssrLoadModule("/site/render.tsx");
    return code.createRenderer({ content, analytics, assets: pageAssets });
  }
  async function render(state: PageState): Promise<string> {
    try {
      const html = await (await createRenderer()).renderPage(state);
      return await withVite(html.replace(PUBLIC_KEY_PLACEHOLDER, publicKey));
    } catch (error) {
      showMistake(error);
      return withVite();
    }
  }
  async function renderListed(path: string, timesHtml = "") {
    const html = await render({ path, status: 200, form: { kind: "empty" } });
    return uncompressed(
      "page.html",
      html.replace(NEXT_TIMES, NEXT_TIMES + timesHtml),
    );
  }
  const emptyBuild = { pages: {}, assets: [], styleHashes: [], analytics };
  const site: BuiltSite = {
    manifest: { ...emptyBuild, ...serverContent(content, contentDir) },
    pages: new Map(
      listedPages(content).map(({ path }) => [
        path,
        (html) => renderListed(path, html),
      ]),
    ),
    assets,
    render,
  };
  const inbox = await vite.ssrLoadModule("/server/inbox/pages.tsx");
  return {
    site,
    shown: { content, pages: inbox.createInboxPages(content, pageAssets) },
  };
}

const uncompressed = (path: string, body: string | Buffer) =>
  bodyOf(Buffer.from(body), undefined, path, { "cache-control": "no-cache" });

watchContent(contentDir, snapshot(contentDir), showContent, LOOK_EVERY_MS);
await showContent();
endWithStarter();
server.listen(env.port, env.host, () =>
  console.log(`The site is at http://localhost:${env.port}
Leads and mails are in ${env.dataDir}. Changes of pages, styles, code and each content file show at once.`),
);
