/** `npm run content` and `nightshift content`: the folder of the words and pictures, from its first copy to the visitors. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { Command } from "commander";
import { messageOf } from "../contract/error-code.ts";
import { EnvError, readContentDir, readEnv, SAMPLE_CONTENT } from "../server/configuration/env.ts";
import { stringsIn } from "../server/content/call-terms.ts";
import { ContentError } from "../server/content/content-error.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { readContent } from "../server/content/content.ts";
import { readYaml } from "../server/content/yaml.ts";
import { fillContent } from "../server/content/fill.ts";
import { siteFolder } from "../server/rendering/site-folder.ts";

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
    .option("--service <command>", "restarts the site", "systemctl {} nightshift")
    .action(apply);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof ContentError) && !(error instanceof EnvError)) throw error;
    console.error(messageOf(error));
    process.exitCode = 1;
  }
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
  readContent();
  console.log("Nothing is wrong.");
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

async function apply({ service }: { service: string }): Promise<void> {
  readContent();
  await siteFolder(readEnv(), console.error);
  const line = service.replace("{}", "restart");
  const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  if (status !== 0) throw new ContentError(`\`${line}\` failed. ${stderr.trim()}`);
  console.log("The site shows the content.");
}
