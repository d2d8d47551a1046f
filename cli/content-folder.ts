import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import {
  EnvError,
  readContentDir,
  readSiteOverrides,
  SAMPLE_CONTENT,
} from "../server/settings/env.ts";
import { ContentError, inFolder } from "../server/content/content-error.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { loadContent } from "../server/content/content.ts";
import { imageProblems } from "../server/content/images.ts";
import { readSnippet } from "../server/content/snippet.ts";
import { notChecked } from "../server/content/unready.ts";

export const contentCommand = new Command("npm run content --");
contentCommand.description("The folder that CONTENT_DIR names.");
contentCommand
  .command("init")
  .description("copies the sample into this folder")
  .action(init);
contentCommand
  .command("check")
  .description("names each problem; exit code 1 if there is one")
  .action(check);

const NEEDS_OWN_FOLDER =
  "must name a folder of your own, such as /etc/nightshift/content.";

function init(): void {
  const folder = readContentDir();
  if (folder === SAMPLE_CONTENT)
    throw new EnvError("CONTENT_DIR", NEEDS_OWN_FOLDER);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new EnvError(
      "CONTENT_DIR",
      `names ${folder}, which has files already.`,
    );
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  console.log(`Copied the sample into ${folder}.`);
}

async function check(): Promise<void> {
  const folder = readContentDir();
  const files = readContentFolder(folder);
  const mistakes: string[] = [];
  function collectMistakes<Value>(readPart: () => Value): Value | undefined {
    try {
      return readPart();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      mistakes.push(error.message);
      return undefined;
    }
  }
  collectMistakes(() => readSnippet(folder));
  const content = collectMistakes(() =>
    loadContent(readSiteOverrides(), files),
  );
  const imageMistakes = content
    ? imageProblems(content, join(folder, "pictures"))
    : [];
  mistakes.push(
    ...[...files.advice, ...imageMistakes].map((one) =>
      inFolder(one, files.root),
    ),
  );
  if (!content || mistakes.length > 0)
    throw new ContentError(mistakes.join("\n"));
  console.log(["Nothing is wrong.", ...notChecked(content)].join("\n"));
}
