/**
 * `npm run dev`: the site with hot reload. Vite renders and serves the pages from source; everything else goes to
 * the real server behind it, which restarts when its own files change.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createServer, type Plugin, type ViteDevServer } from "vite";
import { PUBLIC_KEY_META, PUBLIC_KEY_PLACEHOLDER, type Renderer } from "../contract/page.ts";
import { routeAt } from "../contract/routes.ts";
import { REST_PATH } from "../contract/wire.ts";
import { readEnv, withEnv } from "../server/configuration/env.ts";
import type { ClientAssets } from "../site/document.tsx";
import { readColors } from "./build/design-tokens.ts";
import { root } from "./root.ts";
import { buildWhenStale } from "./stale-build.ts";

const { port, host, site } = readEnv();
const backend = `http://127.0.0.1:${port + 1}`;
const assets: ClientAssets = {
  entry: "/site/main.tsx",
  font: "/dist/font/sign.woff2",
  styles: "",
  themeColor: readColors().night,
  apiUrl: REST_PATH,
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
  define: { "globalThis.SITE_OVERRIDES": JSON.stringify(site), CLIENT_ASSETS: JSON.stringify(assets) },
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

/** Renders each page from source as it is asked for. */
function pages(): Plugin {
  return {
    name: "pages",
    configureServer: (dev) => () => {
      dev.middlewares.use((request, response, next) => {
        const path = request.originalUrl ?? "/";
        if (request.method !== "GET" || !request.headers.accept?.includes("text/html")) return next();
        render(dev, path).then(
          (html) => response.setHeader("Content-Type", "text/html; charset=utf-8").end(html),
          next,
        );
      });
    },
  };
}

async function render(dev: ViteDevServer, path: string): Promise<string> {
  const renderer = await dev.ssrLoadModule("/site/render.tsx");
  const renderPage: Renderer["renderPage"] = renderer["renderPage"];
  const { pathname } = new URL(path, backend);
  const known = routeAt(pathname) !== undefined;
  const html = await renderPage({ path: pathname, status: known ? 200 : 404, form: { kind: "empty" } });
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
