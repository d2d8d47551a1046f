import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import type { Program } from "../../contract/http/build-manifest.ts";
import {
  type PageKind,
  HYDRATED_PAGES,
  STILL_PAGES,
} from "../../site/page-modules.ts";
import { root } from "../root.ts";

/**
 * Scripts and styles must work in the oldest
 * browsers that send the form (docs/browsers.md).
 */
const OLDEST_BROWSERS = {
  target: "es2020",
  cssTarget: ["chrome80", "firefox78", "safari14"],
};

const NAME = "assets/[name]-[hash:6]";

/**
 * The file with the notices of third parties.
 * Sites must serve this file beside their code.
 */
export const LICENSES = "licenses.txt";

/**
 * These constants remove React's code for developer tools, Node, Internet
 * Explorer, a missing `reportError`, and for transitions, of which the site has
 * none: a sign of loading, and a guess of the line's speed.
 */
const WITHOUT_REACT_EXTRAS = {
  navigation: "undefined",
  "document.documentMode": "undefined",
  __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
  setImmediate: "undefined",
  process: "undefined",
  "window.ErrorEvent": "undefined",
  "window.clipboardData": "undefined",
  "navigator.connection": "undefined",
  "performance.getEntriesByType": "undefined",
};

/**
 * The scripts of the site. The dot between two
 * names stands for `/` or, on Windows, `\`.
 */
const SCRIPTS = [
  {
    name: "main",
    tags: ["$initial" as const],
    test: /(?<!\.css)$/,
    priority: 1,
  },
  {
    name: "hydrate",
    test: /site.(hydrate|components.(?!navigation))|rolldown.runtime/,
  },
  {
    name: "schedule",
    test: /pages.(?:schedule.(?:ticket|use-own-call)|book-call.confirmation)/,
  },
  // Two pages share the form. A group also gets what its modules import, so the
  // pattern leaves out the modules that only one of the two pages needs.
  {
    name: "lead-form",
    test: /pages.book-call.(?!book-call-page\.tsx|confirmation)/,
  },
];

export async function bundleClient(
  outDir: string,
  stylesByPage: StylesByPage,
): Promise<Pick<Program, "entry" | "styles">> {
  const sources = new Map<string, readonly string[]>();
  const output = await bundle({
    define: WITHOUT_REACT_EXTRAS,
    build: {
      outDir,
      ...OLDEST_BROWSERS,
      assetsInlineLimit: 0,
      modulePreload: false,
      license: { fileName: LICENSES },
      rolldownOptions: {
        // Otherwise a duration that two files use would become a separate file.
        optimization: { inlineConst: true },
        input: ["/site/main.tsx", ...stylesWithoutScript(stylesByPage)],
        output: {
          entryFileNames: `${NAME}.js`,
          chunkFileNames: `${NAME}.js`,
          // Pages hold their styles inline, so a hash
          // suffices as the name of a file of styles.
          assetFileNames: ({ names }) =>
            names[0]?.endsWith(".css")
              ? "assets/[hash:6].css"
              : `${NAME}[extname]`,
          codeSplitting: {
            groups: SCRIPTS,
          },
        },
      },
    },
    plugins: [importsWithStyles, findSourcesOfFiles(sources)],
  });
  const entry = output.find((file) => file.type === "chunk" && file.isEntry);
  if (!entry)
    throw new Error("The client build lacks a file that the page needs.");
  const styles = writeStyles(outDir, output, sources, stylesByPage);
  return { entry: `/${entry.fileName}`, styles };
}

function writeStyles(
  outDir: string,
  output: Awaited<ReturnType<typeof bundle>>,
  sources: ReadonlyMap<string, readonly string[]>,
  stylesByPage: StylesByPage,
): Program["styles"] {
  // Lightning CSS declares these variables
  // for `light-dark()`, which no style uses.
  const lightDarkVariables = /--lightningcss-(?:light|dark):[^;}]*;?/g;
  const styles: Program["styles"][number][] = [];
  for (const file of output) {
    if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
    const text = String(file.source).trim().replaceAll(lightDarkVariables, "");
    writeFileSync(join(outDir, file.fileName), text);
    const pages = pagesWith(sources.get(file.fileName), stylesByPage);
    styles.push({ file: file.fileName, text, pages });
  }
  const imported = allStyles(stylesByPage);
  const placeOf = (file: string) =>
    imported.findIndex((style) => sources.get(file)?.includes(style));
  // The styles that more pages share come first, so a single page's
  // styles can change them. Others keep the order of their imports.
  styles.sort(
    (a, b) =>
      b.pages.length - a.pages.length || placeOf(a.file) - placeOf(b.file),
  );
  return styles;
}

export async function bundleRenderer(outDir: string): Promise<StylesByPage> {
  const stylesByPage: Map<PageKind, ReadonlySet<string>> = new Map();
  await bundle({
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: join(root, "scripts", "build", "rendered.ts"),
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: false,
          entryFileNames: "render.js",
          assetFileNames: `${NAME}[extname]`,
        },
      },
    },
    plugins: [findStylesOfPages(stylesByPage)],
  });
  return stylesByPage;
}

/**
 * Replaces Vite's helper, which preloads
 * scripts that load anyway, by `withStyles`.
 */
const importsWithStyles: Plugin = {
  name: "imports-with-styles",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js"
      ? `export { withStyles as __vitePreload } from "${join(root, "site", "with-styles.ts")}";`
      : null,
};

async function bundle(options: Parameters<typeof build>[0]) {
  const result = await build({ root, logLevel: "warn", ...options });
  if (Array.isArray(result) || !("output" in result))
    throw new Error("The build answered with something unexpected.");
  return result.output;
}

const PAGE_MODULES = { ...HYDRATED_PAGES, ...STILL_PAGES };
const PAGE_KINDS = Object.keys(PAGE_MODULES).filter(isPageKind);
const HYDRATED = Object.keys(HYDRATED_PAGES);
/** Every page is inside this module, or shares its styles. */
const APP = "site/app.tsx";

/** The paths of stylesheets, keyed by the kind of page. */
export type StylesByPage = ReadonlyMap<PageKind, ReadonlySet<string>>;

/**
 * Fills the map while the renderer, which
 * imports the modules of all pages, is bundled.
 */
function findStylesOfPages(found: Map<PageKind, ReadonlySet<string>>): Plugin {
  return {
    name: "styles-of-pages",
    buildEnd(error) {
      if (error) return;
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds;
      for (const kind of PAGE_KINDS) {
        const reached = new Set<string>();
        for (const module of [APP, PAGE_MODULES[kind]])
          addImports(join(root, module), importsOf, reached);
        const styles = [...reached].filter((id) => id.endsWith(".css"));
        found.set(kind, new Set(styles));
      }
    },
  };
}

function addImports(
  id: string,
  importsOf: (id: string) => readonly string[] | undefined,
  reached: Set<string>,
): void {
  if (reached.has(id)) return;
  const imports = importsOf(id);
  if (!imports) throw new Error(`The build does not contain ${id}.`);
  reached.add(id);
  for (const each of imports) addImports(each, importsOf, reached);
}

/**
 * The stylesheets that no script imports: their
 * pages have no code, but the error page has.
 */
function stylesWithoutScript(byPage: StylesByPage): string[] {
  const hasCode = (kind: PageKind) =>
    kind === "error" || HYDRATED.includes(kind);
  const loaded = new Set(
    [...byPage].flatMap(([kind, styles]) => (hasCode(kind) ? [...styles] : [])),
  );
  return [...new Set(allStyles(byPage))].filter((style) => !loaded.has(style));
}

const allStyles = (byPage: StylesByPage) =>
  [...byPage.values()].flatMap((styles) => [...styles]);

/**
 * Fills the map: the stylesheets that became one file of the client's bundle.
 */
function findSourcesOfFiles(sources: Map<string, readonly string[]>): Plugin {
  return {
    name: "sources-of-files",
    // Vite's own hook removes chunks that hold
    // only styles, so this hook comes first.
    enforce: "pre",
    generateBundle(_options, outputs) {
      for (const output of Object.values(outputs)) {
        if (output.type !== "chunk") continue;
        for (const file of output.viteMetadata?.importedCss ?? [])
          sources.set(file, output.moduleIds);
      }
    },
  };
}

/** The kinds of page that import any of the stylesheets. */
const pagesWith = (
  sources: readonly string[] = [],
  byPage: StylesByPage,
): PageKind[] =>
  PAGE_KINDS.filter((kind) =>
    sources.some((source) => byPage.get(kind)?.has(source)),
  );

function isPageKind(name: string): name is PageKind {
  return Object.hasOwn(PAGE_MODULES, name);
}
