/** Bundles server and command line as JavaScript with all packages, in the folders of their sources. */
import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Plugin } from "vite";
import { bundle, bundledPackages } from "../build/bundle.ts";
import { FONT_SOURCES } from "../../server/rendering/font.ts";
import { root } from "../root.ts";

/** Entry points that are started by their paths: the program, its processes and its threads. */
const ENTRIES = [
  "scripts/release/program",
  "cli/main",
  "server/storage/sqlite/worker",
  "server/scheduling/calendars/reading-thread",
  "server/rendering/render",
];
/** Read by their path. */
const DATA = [
  "content",
  ...["sqlite", "postgres"].flatMap((store) =>
    ["migrations", "own-migrations"].map((kind) => `server/storage/${store}/${kind}`),
  ),
];

/** They read files of their own, so they stay packages: they draw the fonts and the images. */
const DRAWING = ["subset-font", "@resvg/resvg-wasm"];

/** Replaces npm's commands in sentences: a release does not have them, and is built elsewhere. */
export function inRelease(text: string): string {
  return text
    .replaceAll(/npm run (leads|worker|content|launch-check)\b(?: --)?/g, "nightshift $1")
    .replaceAll("npm run build", "npm run release");
}

/** @param outDir receives the program and every file that it reads by path */
export async function bundleProgram(outDir: string): Promise<void> {
  await bundle({
    configFile: false,
    ssr: { noExternal: true, external: DRAWING },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      outDir,
      emptyOutDir: false,
      ssr: true,
      target: "node26",
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(root, `${entry}.ts`)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
    plugins: [pathsOfSources, httpWithoutUndici],
  });
  for (const folder of DATA.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, folder), join(outDir, folder), { recursive: true });
  for (const folder of [...packagesWith(DRAWING)].map((name) => `node_modules/${name}`)) {
    bundledPackages.add(folder);
    cpSync(join(root, folder), join(outDir, folder), { recursive: true });
  }
  for (const file of FONT_SOURCES.map((source) => `node_modules/${source}`))
    cpSync(join(root, file), join(outDir, file));
}

/** Packages, and those that they need. */
function packagesWith(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names.filter((each) => !found.has(each))) {
    const about: { dependencies?: object } = JSON.parse(
      readFileSync(join(root, "node_modules", name, "package.json"), "utf8"),
    );
    packagesWith(Object.keys(about.dependencies ?? {}), found.add(name));
  }
  return found;
}

/** Placeholder for the path from a chunk up to the folder of the program. */
const UP = "%way-up%";

/** Whatever chunk contains a module, `import.meta.url` is its own address below the folder of the program. */
const pathsOfSources: Plugin = {
  name: "paths-of-sources",
  transform(code, id) {
    const from = relative(root, id).replaceAll(sep, "/");
    if (from.startsWith(".") || from.includes("node_modules/") || id.startsWith("\0")) return null;
    const written = inRelease(code)
      .replaceAll(/(new URL\("[^"]+)\.ts", import\.meta\.url\)/g, '$1.js", import.meta.url)')
      .replaceAll("import.meta.url", `new URL("${UP}/${from}", import.meta.url)`);
    return { code: written, map: null };
  },
  renderChunk: (code, { fileName }) => ({
    code: code.replaceAll(UP, relative(dirname(fileName), "") || "."),
    map: null,
  }),
};

/**
 * For `import`, Node reads each export of a builtin module: of `node:http` also the WebSocket, and with it all of undici,
 * which takes a tenth of the start's time.
 */
const httpWithoutUndici: Plugin = {
  name: "http-without-undici",
  renderChunk: (code) => ({
    code: code.replaceAll(
      /^import (\{[^}]*\}|\w+) from "node:http";$/gm,
      (_, names: string) =>
        `const ${names.replaceAll(" as ", ": ")} = globalThis.process.getBuiltinModule("node:http");`,
    ),
    map: null,
  }),
};
