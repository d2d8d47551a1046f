/**
 * `npm run dev`: the site with hot reload. Vite renders and serves the pages from source; everything else goes to
 * the real server behind it, which restarts when its own files change.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createServer, type Plugin, type ViteDevServer } from "vite";
import { NO_OTHER_ORIGINS } from "../contract/other-origins.ts";
import { PUBLIC_KEY_META, PUBLIC_KEY_PLACEHOLDER, type RendererModule } from "../contract/page.ts";
import { routeAt } from "../contract/routes.ts";
import { REST_PATH } from "../contract/wire.ts";
import { readEnv, withEnv } from "../server/configuration/env.ts";
import type { Assets } from "../site/assets.ts";
import type { Content } from "../site/content/schema.ts";
import { wordsForVisit } from "../site/words.ts";
import type { loadContent } from "./build/content.ts";
import { color } from "./build/design-tokens.ts";
import { root } from "./root.ts";
import { buildWhenStale } from "./stale-build.ts";

const { port, host, site } = readEnv();
/** Where the words of a page are, for visits inside the app. */
const WORDS = "/words/";
const backend = `http://127.0.0.1:${port + 1}`;
const assets: Assets = {
  entry: "/site/main.tsx",
  icon: "/favicon.svg",
  fonts: [{ url: "/dist/font/display.woff2", letters: "" }],
  styles: "",
  themeColor: color("night"),
  apiUrl: REST_PATH,
  wordFiles: { home: `${WORDS}home`, bookCall: `${WORDS}bookCall` },
};

buildWhenStale();
const server = spawn(
  process.execPath,
  ["--watch-path=server", "--watch-path=contract", join("server", "main.ts")],
  {
    cwd: root,
    stdio: "inherit",
    env: withEnv({ PORT: String(port + 1), HOST: "127.0.0.1", LOG_LEVEL: "warn" }),
  },
);

const vite = await createServer({
  root,
  plugins: [pages()],
  server: {
    port,
    host,
    strictPort: true,
    proxy: Object.fromEntries(
      [REST_PATH, "/healthz", "/readyz", "/favicon.svg"].map((path) => [path, backend]),
    ),
  },
});
await vite.listen();
console.log(`\nWith hot reload at http://localhost:${port}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  server.kill("SIGTERM");
  await Promise.all([once(server, "exit"), vite.close()]);
  process.exit(0);
}

/** Renders each page from source as it is asked for, in the words that stand in the files at that moment. */
function pages(): Plugin {
  return {
    name: "pages",
    configureServer: (dev) => {
      dev.watcher.on("all", (_event, file) => {
        // No script imports a word, so no script is replaced by another.
        if (file.includes(join("site", "content"))) dev.ws.send({ type: "full-reload" });
      });
      return () => {
        dev.middlewares.use((request, response, next) => {
          const path = request.originalUrl ?? "/";
          const answer = (type: string, body: Promise<string>): void => {
            body.then((text) => response.setHeader("Content-Type", type).end(text), next);
          };
          if (path.startsWith(WORDS)) return answer("application/json", words(dev, path.slice(WORDS.length)));
          if (request.method !== "GET" || !request.headers.accept?.includes("text/html")) return next();
          return answer("text/html; charset=utf-8", render(dev, path));
        });
      };
    },
  };
}

async function readContent(dev: ViteDevServer): Promise<Content> {
  const module = await dev.ssrLoadModule("/scripts/build/content.ts");
  const load: typeof loadContent = module["loadContent"];
  return load(site);
}

async function words(dev: ViteDevServer, name: string): Promise<string> {
  return JSON.stringify(
    Object.entries(wordsForVisit(await readContent(dev))).find(([page]) => page === name)?.[1],
  );
}

async function render(dev: ViteDevServer, path: string): Promise<string> {
  const module = await dev.ssrLoadModule("/site/render.tsx");
  const createRenderer: RendererModule["createRenderer"] = module["createRenderer"];
  const content = await readContent(dev);
  const renderer = createRenderer({ content, assets, otherOrigins: NO_OTHER_ORIGINS });
  const { pathname } = new URL(path, backend);
  const known = routeAt(pathname) !== undefined || Object.hasOwn(content.markdownPages, pathname.slice(1));
  const html = await renderer.renderPage({
    path: pathname,
    status: known ? 200 : 404,
    form: { kind: "empty" },
  });
  // The styles come with the modules; asking for them at once keeps the unstyled moment short.
  const styled = html.replace("</head>", '<script type="module" src="/site/app.tsx"></script></head>');
  return dev.transformIndexHtml(path, styled.replace(PUBLIC_KEY_PLACEHOLDER, await publicKey()));
}

/** The key that the server behind puts into its own pages. */
async function publicKey(): Promise<string> {
  const page = await fetch(`${backend}/book-call`);
  const found = new RegExp(`name="${PUBLIC_KEY_META}" content="([^"]+)"`).exec(await page.text());
  return found?.[1] ?? "";
}
