/** Third-party parts of a release: `sbom.json` (CycloneDX 1.6), and the license of each part in `licenses/`. */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { builtFolder, FONT_PACKAGES, PACKAGES } from "../build/build-folder.ts";
import { bundledPackages } from "../build/bundle.ts";
import { root } from "../root.ts";

interface Part {
  name: string;
  version: string;
  purl: string;
  /** SPDX. */
  license: string;
  licenseFile: string | undefined;
  components?: { type: "library"; name: string; version: string }[];
}

const NODE = "node_modules/node/node_modules";

/** @param folder the release, with the program that this process bundled */
export function writeBillOfMaterials(folder: string, version: string): void {
  const built: string[] = JSON.parse(fs.readFileSync(join(builtFolder(), PACKAGES), "utf8"));
  const packages = [...new Set([...bundledPackages, ...built, ...FONT_PACKAGES])].toSorted();
  const parts = [...packages.map(packagePart), nodePart(), ...libatomic(folder)];
  fs.mkdirSync(join(folder, "licenses"));
  for (const { name, version: own, license, licenseFile } of parts) {
    const target = join(folder, "licenses", `${name.replaceAll("/", "__")}-${own}.txt`);
    if (licenseFile === undefined) fs.writeFileSync(target, `${license}\n`);
    else fs.copyFileSync(licenseFile, target);
  }
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "nightshift", version } },
    components: parts.map(({ name, version: own, purl, license, components }) => ({
      type: "library",
      "bom-ref": purl,
      name,
      version: own,
      purl,
      licenses: [{ expression: license }],
      ...(components && { components }),
    })),
  };
  fs.writeFileSync(join(folder, "sbom.json"), `${JSON.stringify(bom, null, 2)}\n`);
}

function packagePart(folder: string): Part {
  const path = join(root, folder);
  const about: { name: string; version: string; license?: string } = JSON.parse(
    fs.readFileSync(join(path, "package.json"), "utf8"),
  );
  const { name, version, license } = about;
  if (license === undefined) throw new Error(`${name} names no license.`);
  const file = fs.readdirSync(path).find((entry) => /^(?:licen[cs]e|copying)\b/i.test(entry));
  const licenseFile = file === undefined ? undefined : join(path, file);
  return { name, version, license, licenseFile, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` };
}

/** The running Node is the packed one, so its own report is true of the release. */
function nodePart(): Part {
  const { node: version, ...carried } = process.versions;
  const licenseFile = fs
    .readdirSync(join(root, NODE))
    .map((name) => join(root, NODE, name, "LICENSE"))
    .find((path) => fs.existsSync(path));
  if (licenseFile === undefined) throw new Error(`Node's license is not in ${NODE}.`);
  const components = Object.entries(carried).map(([name, own]) => ({
    type: "library" as const,
    name,
    version: String(own),
  }));
  const purl = `pkg:generic/node@${version}`;
  return { name: "node", version, purl, license: "MIT", licenseFile, components };
}

/** Node may need libatomic, which a minimal Debian lacks and whose license allows a copy. */
function libatomic(folder: string): Part[] {
  const { stdout } = spawnSync("ldd", [process.execPath], { encoding: "utf8" });
  const [, found] = /libatomic\.so\.1 => (\S+)/.exec(stdout ?? "") ?? [];
  const licenseFile = "/usr/share/doc/libatomic1/copyright";
  if (found === undefined || !fs.existsSync(licenseFile)) return [];
  fs.mkdirSync(join(folder, "lib"));
  fs.copyFileSync(fs.realpathSync(found), join(folder, "lib", "libatomic.so.1"));
  const queried = spawnSync("dpkg-query", ["--show", "--showformat=${Version}", "libatomic1"], {
    encoding: "utf8",
  });
  const version = queried.stdout.trim();
  const license = "GPL-3.0-or-later WITH GCC-exception-3.1";
  return [
    { name: "libatomic1", version, purl: `pkg:deb/debian/libatomic1@${version}`, license, licenseFile },
  ];
}
