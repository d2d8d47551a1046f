/** `npm run content`: the folder of the words and pictures. The site itself shows what changes there. */
import { cpSync, existsSync, readdirSync } from "node:fs";
import { Command } from "commander";
import { EnvError, readContentDir, SAMPLE_CONTENT } from "../server/configuration/env.ts";
import { readContent } from "../server/content/content.ts";
import { notChecked } from "../server/content/unready.ts";

export async function runContent(): Promise<void> {
  const program = new Command("npm run content --").description("The folder that CONTENT_DIR names.");
  program.command("init").description("copies all of the sample into it").action(init);
  program.command("check").description("names each problem; exit code 1 if there is one").action(check);
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
