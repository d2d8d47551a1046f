/** `npm run release`: everything that a server needs as one archive, reproducible (decision 0038). */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { builtFolder } from "./build/build-folder.ts";
import { writeBillOfMaterials } from "./release/bill-of-materials.ts";
import { bundleProgram, inRelease } from "./release/bundle-program.ts";
import { root } from "./root.ts";
import { buildWhenStale } from "./stale-build.ts";

const FILES = ["CHANGELOG.md", "SECURITY.md", ".env.example", "deploy"];

const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const platform = `${process.platform}-${process.arch}`;
const [target = join(root, "release")] = process.argv.slice(2);

buildWhenStale();
mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(target, ".draft-"));
try {
  await fill();
  const name = pack();
  console.log(`Packed ${join(target, name)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  copyFileSync(join(root, "scripts", "release", "nightshift.sh"), join(bin, "nightshift"));
  copyFileSync(process.execPath, join(bin, "node"));
  for (const name of ["nightshift", "node"]) chmodSync(join(bin, name), 0o755);
  await bundleProgram(folder);
  const built = builtFolder();
  cpSync(built, join(folder, "dist", basename(built)), { recursive: true });
  copyFileSync(join(root, "dist", "manifest.json"), join(folder, "dist", "manifest.json"));
  for (const file of globSync(join(folder, "dist", "*", "render", "*.js*")))
    writeFileSync(file, inRelease(readFileSync(file, "utf8")));
  for (const file of FILES) cpSync(join(root, file), join(folder, file), { recursive: true });
  const about = { name: "nightshift", version, platform, type: "module" };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  writeBillOfMaterials(folder, version);
  const sums = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${sha256(path)}  ${path.slice(folder.length + 1)}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.toSorted().join(""));
}

/** @returns the name of the archive, which appears complete or not at all */
function pack(): string {
  const name = `nightshift-${version}-${platform}.tar.gz`;
  const draft = join(target, `.${name}`);
  const tar = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=u+w,go=u-w"];
  const shell = 'out=$1; shift; set -o pipefail; tar "$@" | gzip -n > "$out"';
  const { status } = spawnSync("bash", ["-c", shell, "pack", draft, ...tar, "-cf", "-", "-C", folder, "."], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("tar or gzip failed.");
  writeFileSync(join(target, `${name}.sha256`), `${sha256(draft)}  ${name}\n`);
  renameSync(draft, join(target, name));
  return name;
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
