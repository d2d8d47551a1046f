/**
 * `npm run release`: everything that a server needs as one archive, reproducible (docs/decisions/releases.md). With `--tag`,
 * the tag of the version instead.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { builtFolder, buildWhenStale } from "./build/build-folder.ts";
import { writeBillOfMaterials } from "./release/bill-of-materials.ts";
import { bundleProgram, inRelease } from "./release/bundle-program.ts";
import { prepareTag } from "./release/tag.ts";
import { runProgram } from "../server/configuration/operator-error.ts";
import { version } from "../server/configuration/version.ts";
import { root } from "./root.ts";

const FILES = ["LICENSE", "CHANGELOG.md", "SECURITY.md", ".env.example", "deploy"];

const platform = `${process.platform}-${process.arch}`;
const [target = join(root, "release")] = process.argv.slice(2);
if (target === "--tag") {
  await runProgram(() => console.log(prepareTag(root, version, new Date().toISOString().slice(0, 10))));
  process.exit();
}

buildWhenStale();
fs.mkdirSync(target, { recursive: true });
const name = `nightshift-${version}-${platform}`;
const draft = fs.mkdtempSync(join(target, ".draft-"));
/** The one folder into which the archive unpacks. */
const folder = join(draft, name);
fs.mkdirSync(folder);
try {
  await fill();
  console.log(`Packed ${join(target, pack())}`);
} finally {
  fs.rmSync(draft, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const bin = join(folder, "bin");
  fs.mkdirSync(bin);
  fs.copyFileSync(join(root, "scripts", "release", "nightshift.sh"), join(bin, "nightshift"));
  fs.copyFileSync(process.execPath, join(bin, "node"));
  for (const program of ["nightshift", "node"]) fs.chmodSync(join(bin, program), 0o755);
  await bundleProgram(folder);
  const built = builtFolder();
  fs.cpSync(built, join(folder, "dist", basename(built)), { recursive: true });
  fs.copyFileSync(join(root, "dist", "manifest.json"), join(folder, "dist", "manifest.json"));
  for (const file of fs.globSync(join(folder, "dist", "*", "render", "*.js*")))
    fs.writeFileSync(file, inRelease(fs.readFileSync(file, "utf8")));
  for (const page of fs.globSync("docs/**/*.md", { cwd: root })) {
    fs.mkdirSync(join(folder, dirname(page)), { recursive: true });
    fs.writeFileSync(join(folder, page), inRelease(fs.readFileSync(join(root, page), "utf8")));
  }
  for (const file of FILES) fs.cpSync(join(root, file), join(folder, file), { recursive: true });
  const engines = { node: process.versions.node };
  const about = { name: "nightshift", version, platform, type: "module", engines };
  fs.writeFileSync(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  writeBillOfMaterials(folder, version);
  const sums = fs
    .globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${sha256(path)}  ${path.slice(folder.length + 1)}\n`);
  fs.writeFileSync(join(folder, "SHA256SUMS"), sums.toSorted().join(""));
}

/** @returns the name of the archive, which appears complete or not at all */
function pack(): string {
  const archive = `${name}.tar.gz`;
  const unready = join(target, `.${archive}`);
  const tar = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=u+w,go=u-w"];
  const shell = 'out=$1; shift; set -o pipefail; tar "$@" | gzip -n > "$out"';
  const { status } = spawnSync(
    "bash",
    ["-c", shell, "pack", unready, ...tar, "-cf", "-", "-C", draft, name],
    { stdio: "inherit" },
  );
  if (status !== 0) throw new Error("tar or gzip failed.");
  fs.writeFileSync(join(target, `${archive}.sha256`), `${sha256(unready)}  ${archive}\n`);
  fs.renameSync(unready, join(target, archive));
  return archive;
}

function sha256(path: string): string {
  return createHash("sha256").update(fs.readFileSync(path)).digest("hex");
}
