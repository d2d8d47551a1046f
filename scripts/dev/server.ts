/** The real server with its own store, behind Vite, which renders pages from source. Mails are at `/dev/mails`. */
import { existsSync, globSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";
import { createServer, type ViteDevServer } from "vite";
import type { InboxState } from "../../contract/inbox.ts";
import { NO_OTHER_ORIGINS } from "../../contract/build-manifest.ts";
import { PAGE_DATA_ID, PUBLIC_KEY_PLACEHOLDER, THROWN } from "../../contract/page.ts";
import type { PageState, Renderer, RendererModule } from "../../contract/page.ts";
import { routeAt, REST_PATH } from "../../contract/routes.ts";
import { offline, readContentDir, readEnv } from "../../server/settings/env.ts";
import { policyHash } from "../../server/http/built-site.ts";
import { encodeBody, sendBody } from "../../server/http/encoded-body.ts";
import { serve } from "../../server/lifecycle/serve.ts";
import { mailFolderIn } from "../../server/deliveries/settings.ts";
import type { Assets } from "../../site/document.tsx";
import { contentForFiles } from "../../site/page-content.ts";
import { snapshot } from "../../server/content/content-folder.ts";
import { readContent } from "../../server/content/content.ts";
import { FONTS } from "../../server/content/font.ts";
import { markAddress } from "../../server/content/images.ts";
import { themeOf } from "../../server/content/theme.ts";
import { serverContent } from "../../server/content/server-content.ts";
import { MistakeSchema, mistakeOf, mistakePage } from "./mistake.ts";
import { galleryInbox, galleryPages } from "./gallery.ts";
import { root } from "../root.ts";
import { join as joined, markup } from "../../server/deliveries/mail/body.ts";

/** Folders whose code this process has loaded. */
const OWN_CODE = ["server", "contract", join("scripts", "dev")].map((folder) => join(root, folder));
const MAILS = "/dev/mails";
const GALLERY = "/dev/gallery";
const CONTENT_PATH = "/content/";
const POLL_EVERY_MS = 150;
const assets: Omit<Assets, keyof ReturnType<typeof themeOf>> = {
  entry: "/site/main.tsx",
  styles: [],
  apiUrl: REST_PATH,
  contentFiles: `${CONTENT_PATH}*`,
};

const { dataDir, logLevel = "warn" } = readEnv();
const dev = { DATA_DIR: join(dataDir, "dev"), LOG_LEVEL: logLevel, FUNNEL: "on", WORKER: "on" };
const env = { ...readEnv(offline(dev)), otherOrigins: NO_OTHER_ORIGINS };
let content = readContent();
let renderer: Renderer;
let vite: ViteDevServer;

// The server keeps these objects, so their contents change in place.
const manifest = {
  folder: "",
  pages: {},
  assets: Object.values(content.pictures).map(({ src }) => src),
  styleHashes: [],
  otherOrigins: NO_OTHER_ORIGINS,
  ...serverContent(content, env.contentDir),
  sampleTestimonials: false,
};

async function prepare(app: FastifyInstance, answer: (state: PageState) => Promise<string>): Promise<void> {
  vite = await createServer({ root, server: { middlewareMode: true, hmr: { server: app.server } } });
  const contentDir = readContentDir();
  vite.watcher.on("all", (_event, file) => {
    if (OWN_CODE.some((folder) => file.startsWith(folder))) process.exit(Number(process.argv[2]));
    if (file.startsWith(join(root, "site"))) codeChanged();
  });
  vite.ws.on(THROWN, (thrown, client) => {
    showsMistake = true;
    client.send({ type: "error", err: v.parse(MistakeSchema, thrown) });
  });
  let [shown, seen] = [snapshot(contentDir), ""];
  const polling = setInterval(() => {
    const before = seen;
    seen = snapshot(contentDir);
    // A program may have written half of a file.
    if (seen === shown || seen !== before) return;
    shown = seen;
    void contentChanged();
  }, POLL_EVERY_MS);
  await readSources();
  app.addHook("onClose", () => {
    clearInterval(polling);
    return vite.close();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const policy = String(reply.getHeader("content-security-policy") ?? "");
    reply.removeHeader("content-security-policy");
    // The gallery shows pages in frames.
    const isFramed = request.url.startsWith(GALLERY);
    if (isFramed) reply.removeHeader("x-frame-options");
    if (policy !== "" && !isFramed)
      reply.header("content-security-policy-report-only", withViteAllowed(policy));
    done(null, payload);
  });
  app.addHook("onRequest", async (request, reply) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname.startsWith(CONTENT_PATH)) {
      const files = Object.entries(contentForFiles(content));
      return reply.send(files.find(([name]) => name === pathname.slice(CONTENT_PATH.length))?.[1]);
    }
    const font = FONTS.find(({ url }) => url === pathname);
    if (font) return reply.type("font/woff2").send(readFileSync(font.file));
    const picture = Object.entries(content.pictures).find(([, { src }]) => src === pathname)?.[0];
    if (picture !== undefined) {
      const bytes = readFileSync(join(readContentDir(), "pictures", picture));
      return sendBody(request, reply, await encodeBody(bytes, pathname, { "cache-control": "no-cache" }));
    }
    await new Promise((pass) => vite.middlewares(request.raw, reply.raw, pass));
    if (!isForPage(request)) return;
    const send = async (html: Promise<string>, status = 200) =>
      reply
        .code(status)
        .type("text/html; charset=utf-8")
        .send(await html);
    if (pathname === MAILS) return send(Promise.resolve(mailsPage(mailFolderIn(env.dataDir))));
    try {
      await readSources();
    } catch (error) {
      return send(Promise.resolve(shownMistake(error)), 500);
    }
    const timeZone = env.outbox.timeZone;
    const pages = galleryPages(Date.now(), timeZone, content);
    if (pathname === GALLERY)
      return send(Promise.resolve(galleryPage([...pages.keys(), ...galleryInbox().keys()])));
    const [, name = ""] = pathname.split(`${GALLERY}/`);
    const [state, view] = [pages.get(name), galleryInbox().get(name)];
    if (state) return send(answer(state));
    if (view) return send(Promise.resolve(shownInbox({ now: new Date().toISOString(), timeZone, view })));
    if (routeAt(pathname) ?? { ...content.trades, ...content.markdownPages }[pathname.slice(1)])
      return send(answer({ path: pathname, status: 200, form: { kind: "empty" } }));
  });
}

function isForPage({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers.accept?.includes("text/html") === true;
}

/** @throws {ContentError} */
async function readSources(): Promise<void> {
  content = readContent();
  const { site, mail, form } = serverContent(content, env.contentDir);
  Object.assign(manifest.site, site);
  Object.assign(manifest.mail, mail);
  Object.assign(manifest.form, form);
  const pages = await vite.ssrLoadModule("/site/render.tsx");
  const createRenderer: RendererModule["createRenderer"] = pages["createRenderer"];
  renderer = createRenderer({
    content,
    assets: { ...assets, ...themeOf(content), icon: markAddress(content.colors) },
    otherOrigins: NO_OTHER_ORIGINS,
  });
}

/** Loads open pages anew, whose forms keep typed text; or reports the error. */
async function contentChanged(): Promise<void> {
  try {
    await readSources();
    reload();
  } catch (error) {
    vite.ws.send({ type: "error", err: mistakeOf(error) });
  }
}

/** A page that shows a mistake has none of its modules, so that nothing of Vite's would bring it back. */
let showsMistake = false;

function codeChanged(): void {
  if (showsMistake) reload();
}

function reload(): void {
  showsMistake = false;
  vite.ws.send({ type: "full-reload" });
}

function shownMistake(error: unknown): string {
  showsMistake = true;
  if (error instanceof Error) vite.ssrFixStacktrace(error);
  const { html, script } = mistakePage(error);
  viteScripts.add(policyHash(script));
  return html;
}

async function render(state: PageState, publicKey: string): Promise<string> {
  try {
    const html = await renderer.renderPage(state);
    return await withVite(html.replace(PUBLIC_KEY_PLACEHOLDER, () => publicKey));
  } catch (error) {
    return shownMistake(error);
  }
}

function shownInbox(state: InboxState): string {
  try {
    return renderer.inbox.renderInbox(state);
  } catch (error) {
    return shownMistake(error);
  }
}

/** Inline scripts that Vite adds to pages, as hashes of a policy. */
const viteScripts = new Set<string>();

/** The policy of the built pages, except for what Vite needs: the console names what production would refuse. */
function withViteAllowed(policy: string): string {
  return policy
    .replace("script-src 'self'", ["script-src 'self'", ...viteScripts].join(" "))
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");
}

const STYLES = ["styles/prose.css", "styles/trade.css", "pages/home/demo.css"];
/** Vite brings the other styles with the code of a page; a page without code has none of that. */
const STILL_STYLES = [
  "styles/ticket.css",
  "styles/call.css",
  ...globSync("pages/{book-call,schedule}/*.module.css", { cwd: join(root, "site") }),
];

async function withVite(html: string): Promise<string> {
  const script = '<script type="module" src="/site/hydrate.tsx"></script></head>';
  const files = html.includes(`id="${PAGE_DATA_ID}"`) ? STYLES : [...STYLES, ...STILL_STYLES];
  const styles = files.map((file) => `<link rel="stylesheet" href="/site/${file}">`).join("");
  const page = await vite.transformIndexHtml("/", html.replace("</head>", styles + script));
  for (const [, text = ""] of page.matchAll(/<script type="module">([^]*?)<\/script>/g))
    viteScripts.add(policyHash(text));
  return page;
}

/** The newest first. A link of a mail opens beside this page. */
function mailsPage(folder: string): string {
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => !name.startsWith("."))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const mails = files.map((file) => readFileSync(file, "utf8"));
  return markup`<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><link rel="icon" href="data:,">
<style>body { font: 16px/1.5 system-ui; margin: 2rem } iframe { width: 100%; height: 40rem; border: 1px solid }</style>
<h1>${String(mails.length)} mails in ${folder}</h1>
${joined(mails.map((mail) => markup`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${mail.replace("<head>", '<head><base target="_blank">')}"></iframe>`))}`
    .text;
}

function galleryPage(names: readonly string[]): string {
  const shown = names.map(
    (name) => markup`<section><h2><a href="${GALLERY}/${name}">${name}</a></h2>
<iframe src="${GALLERY}/${name}" title="${name}" loading="lazy"></iframe></section>`,
  );
  return markup`<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><link rel="icon" href="data:,">
<style>body { font: 16px/1.5 system-ui; margin: 1rem; display: grid; grid-template-columns: repeat(auto-fill, 380px); gap: 1rem }
h2 { font-size: 1rem; margin: 0 } iframe { width: 376px; height: 40rem; border: 1px solid }</style>${joined(shown)}`
    .text;
}

// At the end: a page may be requested while this waits.
await serve(true, {
  env,
  prepare,
  loadSite: (publicKey) =>
    Promise.resolve({
      manifest,
      pages: new Map(),
      assets: new Map(),
      render: (state) => render(state, publicKey),
      inbox: {
        styles: "",
        script: "",
        get sheet() {
          return renderer.inbox.sheet;
        },
        renderInbox: (state) => shownInbox(state),
      },
    }),
});
console.log(
  `  mails      at ${MAILS}; every state at ${GALLERY}; every word, style and picture shows at once`,
);
