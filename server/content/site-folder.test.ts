import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { readEnv } from "../settings/env.ts";
import { siteFolder } from "./site-folder.ts";

const PUBLIC = { unconfigured: [], site: { siteUrl: "https://a.example" } };

test("with a mistake in the words, the newest site of the same program is shown that may be", async () => {
  const [dataDir, distDir] = [newFolder(), newFolder()];
  const sites: Record<string, object> = {
    older: { program: "this" },
    newer: { program: "this" },
    samples: { program: "this", sampleTestimonials: true },
    another: { program: "another" },
  };
  const write = (folder: string, manifest: object) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  };
  write(distDir, { program: "this" });
  for (const [at, [name, manifest]] of Object.entries(sites).entries()) {
    const folder = join(dataDir, "site", name);
    write(folder, { ...manifest, ...PUBLIC });
    utimesSync(folder, at, at);
  }
  const env = { ...readEnv({ DATA_DIR: dataDir }), distDir };
  const report = vi.fn();
  const site = await siteFolder(env, report);
  expect(site).toMatch(/newer$/);
  expect(report).toHaveBeenCalledOnce();
  expect(readdirSync(join(dataDir, "site"))).toEqual(
    Object.keys(sites).toSorted(),
  );
});
