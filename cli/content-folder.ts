import { join } from "node:path";
import { ContentError, inFolder } from "../server/content/content-error.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { checkContent } from "../server/content/content.ts";
import { imageProblems } from "../server/content/images.ts";
import { readSnippet } from "../server/content/snippet.ts";
import { notChecked } from "../server/content/unready.ts";
import { readContentDir, readSiteOverrides } from "../server/settings/env.ts";

/**
 * Prints that nothing is wrong. @throws {ContentError} that names each mistake
 */
export async function checkFolder(): Promise<void> {
  const folder = readContentDir();
  const files = readContentFolder(folder);
  const { content, problems } = checkContent(readSiteOverrides(), files);
  const imageMistakes = content
    ? imageProblems(content, join(folder, "pictures"))
    : [];
  const mistakes = [
    ...snippetMistakes(folder),
    ...new Set(problems.map(({ line }) => line)),
    ...[...files.advice, ...imageMistakes].map((one) =>
      inFolder(one, files.root),
    ),
  ];
  if (!content || mistakes.length > 0)
    throw new ContentError(mistakes.join("\n"));
  console.log(["Nothing is wrong.", ...notChecked(content)].join("\n"));
}

function snippetMistakes(folder: string): string[] {
  try {
    readSnippet(folder);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return [error.message];
  }
}
