import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../tests/support/server.ts";
import { contentCommand } from "./content-folder.ts";

/** What a command prints, or the lines of its error. */
async function run(
  command: "init" | "check",
  folder: string,
): Promise<string[]> {
  vi.stubEnv("CONTENT_DIR", folder);
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => void vi.unstubAllEnvs());
  try {
    await contentCommand.parseAsync([command], { from: "user" });
    return printed.mock.calls.flat().map(String);
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split("\n");
  }
}

test("init copies the sample once; check names what it cannot check in another language", async () => {
  const folder = join(temporaryFolder(), "words");
  expect(await run("init", folder)).toEqual([
    `Copied the sample into ${folder}.`,
  ]);
  expect(await run("init", folder)).toEqual([
    expect.stringContaining("has files already"),
  ]);
  const site = join(folder, "site.yaml");
  writeFileSync(
    site,
    readFileSync(site, "utf8").replace("locale: en-US", "locale: de-DE"),
  );
  const unchecked =
    /^Nothing is wrong\.\nNot checked in de-DE, [^\n]* figures[^\n]*$/;
  expect((await run("check", folder)).at(-1)).toMatch(unchecked);
});
