/** Finds or renders the site for the present content and settings. */

import { execFile } from "node:child_process";
import { createHash, type Hash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { attempt } from "../../contract/attempt.ts";
import {
  isServedByTls,
  type BuildManifest,
} from "../../contract/http/build-manifest.ts";
import { readManifest } from "../http/built-site.ts";
import { giveToOwner, makePrivateFolder } from "../settings/data-dir.ts";
import type { Env, SiteSettings } from "../settings/env.ts";
import { filesBelow, namesIn, statOf } from "../settings/files-in.ts";
import { OperatorError } from "../settings/operator-error.ts";
import { ContentError } from "./content-error.ts";

type SiteEnv = Pick<
  Env,
  "distDir" | "dataDir" | "contentDir" | "site" | "allowSamples"
>;

/**
 * This many sites are kept, because visitors'
 * open pages still fetch files of earlier sites.
 */
const KEPT_SITES = 3;
const RENDER = fileURLToPath(new URL("./render.ts", import.meta.url));
/** A rendering takes seconds, also on a busy machine. */
const RENDER_LIMIT_MS = 120_000;
const DRAFT = ".draft-";

/**
 * @param report gets the content's mistakes,
 * each on a line, if an earlier site is returned
 * @returns a folder with a manifest @throws
 * {ContentError} if there is no earlier site either
 */
export async function siteFolder(
  env: SiteEnv,
  report: (mistakes: string) => void,
) {
  const { distDir, dataDir } = env;
  const { program, madeOf: hashOfBuild } = await readManifest(distDir);
  if (program === undefined) return distDir;
  const wantedHash = madeOf(program, env);
  if (hashOfBuild === wantedHash) return distDir;
  const site = join(dataDir, "site", wantedHash);
  if (isWhole(site)) {
    // A site that is shown again counts as new.
    // A read-only disk refuses the new time.
    attempt(() => fs.utimesSync(site, new Date(), new Date()));
    return site;
  }
  const draft = draftFolder(dataDir);
  try {
    await renderInto(draft, env);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    const mistakes = whyNotRendered(error);
    const last = await lastSite(env, program);
    if (last === undefined) throw new ContentError(mistakes);
    report(mistakes);
    return last;
  }
  // The files may have changed after their
  // hash was taken, which names the folder.
  if (madeOf(program, env) !== wantedHash) {
    fs.rmSync(draft, { recursive: true, force: true });
    return siteFolder(env, report);
  }
  if (!draft.startsWith(dataDir)) return draft;
  if (!isWhole(site)) removeSite(site);
  attempt(() => fs.renameSync(draft, site));
  // The draft is still there if another process was faster.
  fs.rmSync(draft, { recursive: true, force: true });
  // The clock may have been ahead, so an
  // earlier site may look newer than this one.
  sitesNewestFirst(dataDir)
    .filter((one) => one !== site)
    .slice(KEPT_SITES - 1)
    .forEach(removeSite);
  removeLeftDrafts(dataDir);
  return site;
}

function whyNotRendered(error: unknown): string {
  if (!(error instanceof Error && "stderr" in error && "signal" in error))
    return String(error);
  const message = String(error.stderr).trim();
  const ended = `The process that renders the site was ended by ${String(error.signal)}. The machine may lack memory.`;
  return message || ended;
}

/** Removes what a killed process left. */
function removeLeftDrafts(dataDir: string): void {
  const sites = join(dataDir, "site");
  for (const name of namesIn(sites)) {
    const draft = join(sites, name);
    const madeAt = statOf(draft)?.birthtimeMs;
    const age = Date.now() - (madeAt ?? Infinity);
    if (name.startsWith(DRAFT) && age > RENDER_LIMIT_MS)
      fs.rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Deletes the manifest first, so that an interrupted
 * deletion leaves no site that looks whole.
 */
function removeSite(site: string): void {
  fs.rmSync(manifestPath(site), { force: true });
  fs.rmSync(site, { recursive: true, force: true });
}

/**
 * Renders as the owner of the draft, since this
 * owner could not use files that root makes.
 */
async function renderInto(draft: string, env: SiteEnv): Promise<void> {
  const { distDir, dataDir, contentDir, site } = env;
  const settings = JSON.stringify({ contentDir, site });
  const { uid, gid } = fs.statSync(draft);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  await promisify(execFile)(
    process.execPath,
    [RENDER, distDir, draft, settings, distDir, ...sitesNewestFirst(dataDir)],
    { ...owner, timeout: RENDER_LIMIT_MS },
  );
}

/**
 * The sites in the data folder, the newest first,
 * and the build, without the current site.
 */
export const earlierSites = (
  { distDir, dataDir }: SiteEnv,
  current: string,
): string[] =>
  [...sitesNewestFirst(dataDir), distDir].filter((site) => site !== current);

async function lastSite(
  env: SiteEnv,
  program: string,
): Promise<string | undefined> {
  for (const site of sitesNewestFirst(env.dataDir)) {
    const manifest = await readManifest(site).catch(() => undefined);
    if (manifest?.program === program && !showsSamples(env, manifest))
      return site;
  }
  return undefined;
}

/**
 * Whether a public site would show sample testimonials
 * without ALLOW_SAMPLES. It never starts.
 */
const showsSamples = (
  { allowSamples }: Pick<Env, "allowSamples">,
  manifest: BuildManifest,
) => manifest.sampleTestimonials && isServedByTls(manifest) && !allowSamples;

/** Many jurisdictions forbid samples that pass for testimonials. */
const SAMPLE_TESTIMONIALS =
  "SITE_URL is public, and the testimonials in content/home.yaml are samples, which visitors would take for real. Put " +
  "your customers' words there, or take the samples out. ALLOW_SAMPLES=yes shows them anyway.";

/**
 * @throws {OperatorError} for sample testimonials
 * at a public address, without ALLOW_SAMPLES
 */
export function refuseSamples(env: Env, manifest: BuildManifest): void {
  if (showsSamples(env, manifest)) throw new OperatorError(SAMPLE_TESTIMONIALS);
}

/**
 * The hash of all that makes a site. @param
 * program the hash of the program's sources
 */
export function madeOf(
  program: string,
  { contentDir, site }: SiteSettings,
): string {
  const hash = createHash("sha256").update(JSON.stringify([program, site]));
  hashFiles(hash, contentDir);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Adds each file's path in the folder, and the
 * file's bytes unless the file is unreadable.
 */
export function hashFiles(
  hash: Hash,
  folder: string,
  patterns?: string[],
): void {
  for (const name of filesBelow(folder, patterns))
    hash
      .update(name)
      .update(attempt(() => fs.readFileSync(join(folder, name))) ?? "");
}

function draftFolder(dataDir: string): string {
  try {
    const sites = join(dataDir, "site");
    makePrivateFolder(sites);
    const draft = fs.mkdtempSync(join(sites, DRAFT));
    giveToOwner(draft);
    return draft;
  } catch {
    return fs.mkdtempSync(join(tmpdir(), "nightshift-"));
  }
}

const manifestPath = (site: string): string => join(site, "manifest.json");

const isWhole = (site: string): boolean => fs.existsSync(manifestPath(site));

function sitesNewestFirst(dataDir: string): string[] {
  const sites = join(dataDir, "site");
  return namesIn(sites)
    .map((name) => join(sites, name))
    .filter(isWhole)
    .toSorted((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
}
