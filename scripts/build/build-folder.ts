/** Folders in `dist/`: each build has its own, and the manifest names the one in use, so none disturbs another. */
import { randomBytes, createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  globSync,
} from "node:fs";
import { join } from "node:path";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { madeOf } from "../../server/content/site-folder.ts";
import { root } from "../root.ts";
import { spawnSync } from "node:child_process";

/** The site carries their files, which are no module of a bundle. */
export const FONT_PACKAGES = ["big-shoulders", "sofia-sans-extra-condensed"].map(
  (name) => `node_modules/@fontsource-variable/${name}`,
);

const dist = join(root, "dist");
const MANIFEST = join(dist, "manifest.json");
/** Kept besides builds. */
const OTHERS = ["manifest.json", "static"];
/** A younger build may still be running. Milliseconds. */
const MIN_AGE_MS = 10 * 60_000;

export function startBuild(): string {
  const folder = join(dist, `build-${randomBytes(4).toString("hex")}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Activates a finished build. The previous one stays for servers that are starting; older ones are removed. */
export function putInPlace(folder: string, manifest: BuildManifest): void {
  const before = manifestInUse().folder;
  const draft = join(folder, "manifest.json");
  writeFileSync(draft, JSON.stringify(manifest, null, 2));
  renameSync(draft, MANIFEST);
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    if (OTHERS.includes(name) || name === manifest.folder || name === before) continue;
    if (!name.startsWith("build-") || isOld(path)) rmSync(path, { recursive: true, force: true });
  }
}

/** The folder of the build in use. @throws {Error} when there is none */
export function builtFolder(): string {
  const { folder } = manifestInUse();
  if (folder === undefined) throw new Error("The site is not built. Run `npm run build` first.");
  return join(dist, folder);
}

/** Empty when there is none. */
function manifestInUse(): Partial<BuildManifest> {
  try {
    return JSON.parse(readFileSync(MANIFEST, "utf8"));
  } catch {
    return {};
  }
}

function isOld(path: string): boolean {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made === undefined || made < Date.now() - MIN_AGE_MS;
}

const INPUTS = [
  "site/**/*",
  "server/{content,http}/**/*",
  "contract/**/*",
  "scripts/build*",
  "scripts/build/**/*",
  "package-lock.json",
  "vite.config.ts",
];

/** @returns the hash of what scripts and styles are made of, which are the same for every content */
export function buildInputs(): string {
  const hash = createHash("sha256");
  const files = globSync(INPUTS, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).toSorted())
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** Builds for programs that render the pages of their content themselves. Prints why it fails, and ends the process. */
export function buildProgramWhenStale(): void {
  const { folder = "", program } = manifestInUse();
  if (program !== buildInputs() || !existsSync(join(dist, folder))) build();
}

/** As above, with the pages of the delivered sample. */
export function buildWhenStale(): void {
  const { madeOf: made, program = "" } = manifestInUse();
  if (made !== madeOf(program, { contentDir: SAMPLE_CONTENT, site: {} })) build();
  else buildProgramWhenStale();
}

function build(): void {
  // In a separate process, so the server's memory does not contain the bundler.
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "build.ts")], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
