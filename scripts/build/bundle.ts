/** The two Vite builds: the client, whose styles are taken out to be inlined, and the renderer for the server. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { REST_PATH } from "../../contract/wire.ts";
import type { Assets } from "../../site/assets.ts";
import { color } from "./design-tokens.ts";
import { favicon } from "./images.ts";
import { root } from "../root.ts";

/** What scripts and styles are written down to: the oldest browsers that send the form (docs/browsers.md). */
const FLOOR = { target: "es2020", cssTarget: ["chrome80", "firefox78", "safari14"] };

/** Bundles `site/main.tsx` into `assets/` of a folder. */
export async function bundleClient(
  outDir: string,
  fonts: readonly { name: string; letters: string }[],
): Promise<Omit<Assets, "contentFiles">> {
  const output = await bundle({
    // React's developer tools look at `npm run dev`, not at what visitors load.
    define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" },
    build: {
      outDir,
      emptyOutDir: false,
      ...FLOOR,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, "site", "main.tsx"),
        output: {
          // A page's code imports the entry and what all pages share, and nothing else: a script each.
          codeSplitting: {
            groups: [
              { name: "main", tags: ["$initial"], priority: 1 },
              { name: "hydrate", test: /site.(hydrate|components)\b|contract.telephone/ },
            ],
          },
        },
      },
    },
    plugins: [plainImports],
  });
  const named = (test: (file: Rolldown.OutputAsset | Rolldown.OutputChunk) => boolean): string => {
    const found = output.find(test);
    if (!found) throw new Error("The client build lacks a file that the page needs.");
    return found.fileName;
  };
  const styleFile = named((file) => file.fileName.endsWith(".css"));
  // For `light-dark()`, which no style has.
  const polyfill = /--lightningcss-(?:light|dark):[^;}]*;?/g;
  const styles = readFileSync(join(outDir, styleFile), "utf8").trim().replaceAll(polyfill, "");
  rmSync(join(outDir, styleFile));
  return {
    entry: `/${named((file) => file.type === "chunk" && file.isEntry)}`,
    icon: `data:image/svg+xml,${favicon().replaceAll(/[<>"#%]/g, encodeURIComponent)}`,
    fonts: fonts.map(({ name, letters }) => ({
      url: `/${named((file) => file.type === "asset" && file.names.includes(`${name}.woff2`))}`,
      letters,
    })),
    styles,
    themeColor: color("night"),
    apiUrl: REST_PATH,
  };
}

/** Bundles what the server renders with, React and all, into `render.js` of a folder. */
export async function bundleRenderer(outDir: string): Promise<void> {
  await bundle({
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: join(root, "site", "render.tsx"),
      assetsInlineLimit: 0,
      rolldownOptions: { output: { entryFileNames: "[name].js" } },
    },
  });
}

/** In place of Vite's helper, which asks ahead for what a script imports: ours import what is asked for anyway. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

async function bundle(
  options: Parameters<typeof build>[0],
): Promise<(Rolldown.OutputAsset | Rolldown.OutputChunk)[]> {
  const result = await build({ root, logLevel: "warn", ...options });
  if (Array.isArray(result) || !("output" in result))
    throw new Error("The build answered with something unexpected.");
  return result.output;
}
