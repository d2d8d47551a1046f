import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { attempt } from "../../contract/attempt.ts";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import { hashFiles, madeOf } from "../../server/content/site-folder.ts";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { root } from "../root.ts";

export const DIST = join(root, "dist");
const MANIFEST = join(DIST, "manifest.json");

/**
 * Moves a new build into `dist/`, the manifest
 * last. Running servers keep their build loaded.
 */
export function activateBuild(draft: string, manifest: BuildManifest): void {
  fs.rmSync(MANIFEST, { force: true });
  for (const name of fs.readdirSync(draft)) {
    fs.rmSync(join(DIST, name), { recursive: true, force: true });
    fs.renameSync(join(draft, name), join(DIST, name));
  }
  fs.writeFileSync(MANIFEST, JSON.stringify(manifest, null, 2));
  fs.rmSync(draft, { recursive: true });
}

function manifestInUse(): Partial<BuildManifest> {
  return attempt(() => JSON.parse(fs.readFileSync(MANIFEST, "utf8"))) ?? {};
}

export const INPUTS = [
  "site/**/*",
  "server/{content,http,inbox}/**/*",
  "contract/**/*",
  "scripts/build*",
  "scripts/build/**/*",
  "package-lock.json",
  "vite.config.ts",
];

/**
 * @returns one hash over the sources of scripts
 * and styles. The folder `content` is no source.
 */
export function buildInputs(): string {
  const hash = createHash("sha256");
  hashFiles(hash, root, INPUTS);
  return hash.digest("hex");
}

/**
 * For programs that render pages themselves. A failed build ends the process.
 */
export function buildProgramWhenStale(): void {
  if (manifestInUse().program !== buildInputs()) build();
}

/**
 * For programs that need the pages of the sample
 * content. A failed build ends the process.
 */
export function buildWhenStale(): void {
  const sample = { contentDir: SAMPLE_CONTENT, site: {} };
  if (manifestInUse().madeOf !== madeOf(buildInputs(), sample)) build();
}

function build(): void {
  // A separate process builds, so that the
  // server's memory does not contain the bundler.
  const program = join(root, "scripts", "build.ts");
  const { status } = spawnSync(process.execPath, [program], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
