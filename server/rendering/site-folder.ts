/**
 * The site of the content and the settings as they are: that of the build, or one that is rendered anew and kept in
 * DATA_DIR. Content with a mistake leaves the last site in its place.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { giveToOwner, makeDataDir } from "../configuration/data-dir.ts";
import type { Env, SiteSettings } from "../configuration/env.ts";
import { ContentError } from "../content/content-error.ts";
import { readManifest } from "../http/built-site.ts";

type SiteEnv = Pick<Env, "distDir" | "dataDir" | "contentDir" | "site" | "otherOrigins">;

/** Visitors' open pages fetch the content of the site before. */
const KEPT = 3;
const RENDER = fileURLToPath(new URL("./render.ts", import.meta.url));

/** @param note gets a sentence for each mistake of the content @returns a folder with a manifest @throws {Error} without any site */
export async function siteFolder(env: SiteEnv, note: (sentence: string) => void): Promise<string> {
  const built = await readManifest(env.distDir);
  if (built.program === undefined) return env.distDir;
  const wanted = madeOf(built.program, env);
  if (built.madeOf === wanted) return env.distDir;
  const site = join(env.dataDir, "site", wanted);
  if (isWhole(site)) return site;
  const draft = draftFolder(env.dataDir);
  try {
    const { contentDir, site: own, otherOrigins } = env;
    const settings = JSON.stringify({ contentDir, site: own, otherOrigins });
    // As the owner of the store: root's files there would lock the site out.
    const { uid, gid } = statSync(draft);
    const owner = process.getuid?.() === 0 ? { uid, gid } : {};
    const args = [RENDER, join(env.distDir, built.folder), draft, settings];
    await promisify(execFile)(process.execPath, args, owner);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    const [last] = keptSites(env.dataDir);
    if (last === undefined) throw new ContentError(said);
    note(`The content cannot be shown, and the site stays as it was:\n${said}`);
    return last;
  }
  if (!draft.startsWith(env.dataDir)) return draft;
  try {
    renameSync(draft, site);
  } catch {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  for (const old of keptSites(env.dataDir).slice(KEPT)) rmSync(old, { recursive: true, force: true });
  return site;
}

/** What the server needs of the content, for programs that serve no page. */
export async function siteManifest(env: SiteEnv): Promise<BuildManifest> {
  const built = await readManifest(env.distDir);
  if (built.program === undefined || built.madeOf === madeOf(built.program, env)) return built;
  // A site that is rendered already needs none of this in its process.
  const [{ loadContent }, { readContentFolder }, { serverContent }] = await Promise.all([
    import("../content/content.ts"),
    import("../content/content-folder.ts"),
    import("../content/server-content.ts"),
  ]);
  const content = loadContent(env.site, readContentFolder(env.contentDir));
  return { ...built, otherOrigins: env.otherOrigins, ...serverContent(content, env.contentDir) };
}

/** The hash of all that a site is made of. @param program the hash of the sources of scripts and styles */
export function madeOf(program: string, { contentDir, site, otherOrigins }: SiteSettings): string {
  const hash = createHash("sha256").update(JSON.stringify([program, site, otherOrigins]));
  const files = globSync("**/*", { cwd: contentDir, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).toSorted())
    hash.update(path.slice(contentDir.length)).update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

/** Where nothing can be written, the system's folder for temporary files has the site. */
function draftFolder(dataDir: string): string {
  try {
    const sites = join(dataDir, "site");
    makeDataDir(sites);
    giveToOwner(sites);
    const draft = mkdtempSync(join(sites, ".draft-"));
    giveToOwner(draft);
    return draft;
  } catch {
    return mkdtempSync(join(tmpdir(), "nightshift-"));
  }
}

const isWhole = (site: string): boolean => existsSync(join(site, "manifest.json"));

/** The newest first. */
function keptSites(dataDir: string): string[] {
  const sites = join(dataDir, "site");
  const names = existsSync(sites) ? readdirSync(sites) : [];
  return names
    .map((name) => join(sites, name))
    .filter(isWhole)
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}
