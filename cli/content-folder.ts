/** `npm run content` and `nightshift content`: the folder of the words and pictures, from its first copy to the visitors. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { EnvError, readContentDir, readEnv, SAMPLE_CONTENT, type Env } from "../server/configuration/env.ts";
import { stringsIn } from "../server/content/call-terms.ts";
import { ContentError } from "../server/content/content-error.ts";
import { readContentFolder, snapshot } from "../server/content/content-folder.ts";
import { readContent } from "../server/content/content.ts";
import { notChecked } from "../server/content/unready.ts";
import { readYaml } from "../server/content/yaml.ts";
import { fillContent } from "../server/content/fill.ts";
import { keepProblems } from "../server/rendering/content-problems.ts";
import { siteFolder } from "../server/rendering/site-folder.ts";

const UNITS = "systemctl {} nightshift.service 'nightshift@*.service' 'nightshift-worker@*.service'";

export async function runContent(): Promise<void> {
  const program = new Command("nightshift content").description("The folder that CONTENT_DIR names.");
  program.command("init").description("copies all of the sample into it").action(init);
  program.command("check").description("names each problem; exit code 1 if there is one").action(check);
  program
    .command("fill")
    .description("adds the texts that a new release needs, from the sample; `update` runs it")
    .action(fill);
  program.command("diff").description("lists the texts that are still the sample's").action(diff);
  program
    .command("apply")
    .description("checks it, renders it beside the running site, and restarts the site")
    .option("--service <command>", "restarts the site", UNITS)
    .option(
      "--when-quiet",
      "waits until no file has changed for two seconds; nightshift-content.path runs it",
    )
    .action(apply);
  await program.parseAsync();
}

function init(): void {
  const folder = readContentDir();
  if (folder === SAMPLE_CONTENT)
    throw new EnvError(
      "CONTENT_DIR",
      "is not set. Name the folder of your own, such as /etc/nightshift/content.",
    );
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new EnvError("CONTENT_DIR", `names ${folder}, which has files already.`);
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  console.log(`Copied the sample into ${folder}.`);
}

function check(): void {
  const unchecked = notChecked(readContent());
  console.log(["Nothing is wrong.", ...unchecked].join("\n"));
}

function fill(): void {
  const folder = readContentDir();
  for (const field of folder === SAMPLE_CONTENT ? [] : fillContent(folder, SAMPLE_CONTENT))
    console.log(`Added from the sample: ${field}`);
}

function diff(): void {
  const sample = new Map(textsOf(SAMPLE_CONTENT).map(({ field, text }) => [field, text]));
  const same = textsOf(readContentDir()).filter(({ field, text }) => sample.get(field) === text);
  for (const { at, text } of same) console.log(`${at}: ${text}`);
  console.error(`${same.length} texts are still the sample's.`);
}

/** Each text of the YAML files, with its place. */
function textsOf(folder: string): { field: string; at: string; text: string }[] {
  return Object.entries(readContentFolder(folder).texts)
    .filter(([name]) => name.endsWith(".yaml"))
    .flatMap(([name, whole]) => {
      const file = readYaml(`content/${name}`, whole);
      if ("problems" in file) throw new ContentError(file.problems.join("\n"));
      return stringsIn(file.value).map(([path, text]) => ({
        field: `${name} ${path}`,
        at: `${file.at(path.split("."))}: ${path}`,
        text,
      }));
    });
}

async function apply({ service, whenQuiet }: { service: string; whenQuiet?: true }): Promise<void> {
  const env = readEnv();
  let seen: string;
  do {
    seen = whenQuiet ? await untilQuiet(env.contentDir) : snapshot(env.contentDir);
    await show(env);
  } while (seen !== snapshot(env.contentDir));
  const line = service.replace("{}", "try-restart");
  const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  if (status !== 0) throw new ContentError(`\`${line}\` failed. ${stderr.trim()}`);
  console.log("The site shows the content.");
}

/** @throws {ContentError} when it cannot be shown, and the site stays as it was */
async function show(env: Env): Promise<void> {
  try {
    readContent();
    let problem = "";
    await siteFolder(env, (sentence) => (problem = sentence));
    if (problem !== "") throw new ContentError(problem);
  } catch (error) {
    if (error instanceof ContentError) keepProblems(env.dataDir, error.message);
    throw error;
  }
}

const QUIET_MS = 2_000;

/** Editors write a file in parts, and copies take a while. @returns the snapshot of then */
async function untilQuiet(folder: string): Promise<string> {
  const seen = snapshot(folder);
  await wait(QUIET_MS);
  return seen === snapshot(folder) ? seen : untilQuiet(folder);
}
