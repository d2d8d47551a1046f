/** Finds the styles of each kind of page: the stylesheets that the page's module imports. */
import { join } from "node:path";
import type { Plugin } from "vite";
import {
  HYDRATED_PAGES,
  STILL_PAGES,
  type PageKind,
} from "../../site/page-modules.ts";
import { root } from "../root.ts";

const PAGE_MODULES = { ...HYDRATED_PAGES, ...STILL_PAGES };
const PAGE_KINDS = Object.keys(PAGE_MODULES).filter(isPageKind);
const HYDRATED = Object.keys(HYDRATED_PAGES);
/** Every page is inside this module, or shares its styles. */
const APP = "site/app.tsx";

/** The paths of stylesheets, keyed by the kind of page. */
export type StylesByPage = ReadonlyMap<PageKind, ReadonlySet<string>>;

/** Fills the map while the renderer, which imports the modules of all pages, is bundled. */
export function findStylesOfPages(
  found: Map<PageKind, ReadonlySet<string>>,
): Plugin {
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

/** The stylesheets that no script imports: their pages have no code. */
export function stylesWithoutScript(byPage: StylesByPage): string[] {
  const isHydrated = (kind: PageKind) => HYDRATED.includes(kind);
  const loaded = new Set(
    [...byPage].flatMap(([kind, styles]) =>
      isHydrated(kind) ? [...styles] : [],
    ),
  );
  const all = [...byPage.values()].flatMap((styles) => [...styles]);
  return [...new Set(all)].filter((style) => !loaded.has(style));
}

/** Fills the map: the stylesheets that became one file of the client's bundle. */
export function findSourcesOfFiles(
  sources: Map<string, readonly string[]>,
): Plugin {
  return {
    name: "sources-of-files",
    // Vite's own hook removes chunks that hold only styles, so this hook comes first.
    enforce: "pre",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== "chunk") continue;
        for (const file of output.viteMetadata?.importedCss ?? [])
          sources.set(file, output.moduleIds);
      }
    },
  };
}

/** The kinds of page that import any of the stylesheets. */
export const pagesWith = (
  sources: readonly string[] = [],
  byPage: StylesByPage,
): PageKind[] =>
  PAGE_KINDS.filter((kind) =>
    sources.some((source) => byPage.get(kind)?.has(source)),
  );

function isPageKind(name: string): name is PageKind {
  return Object.hasOwn(PAGE_MODULES, name);
}
