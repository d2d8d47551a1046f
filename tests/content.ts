/**
 * The content of the built site. Tests read it here,
 * so a text can change without breaking a test.
 */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { fillIn } from "../contract/content/fill-in.ts";
import type { Content } from "../contract/content/schema.ts";
import { ContentError } from "../server/content/content-error.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { loadContent } from "../server/content/content.ts";
import { SAMPLE_CONTENT } from "../server/settings/env.ts";
import { contentForFiles, pageContents } from "../site/page-content.ts";
import { newFolder } from "./machine/new-folder.ts";

/** The delivered folder, from which tests make changed folders. */
export const sample = readContentFolder(SAMPLE_CONTENT);
export const content = whole(loadContent({}, sample));

/**
 * Tests need these parts of the landing
 * page, which other content may leave out.
 */
function whole(given: Content) {
  return {
    ...given,
    demo: needed(given.demo),
    doneForYou: needed(given.doneForYou),
    about: needed(given.about),
    features: needed(given.features),
    route: needed(given.route),
    missed: needed(given.missed),
    testimonials: needed(given.testimonials),
    faq: needed(given.faq),
  };
}

function needed<Part>(part: Part | undefined): Part {
  if (part === undefined)
    throw new Error("The content lacks a part of the landing page.");
  return part;
}

/** A folder of content in which `parts` replace those of one file. */
export function withParts(
  file: string,
  parts: object,
  folder = sample,
): typeof sample {
  const text = JSON.stringify({ ...parse(folder.texts[file] ?? ""), ...parts });
  return { ...folder, texts: { ...folder.texts, [file]: text } };
}

/** Copies the sample with other files in it. @returns a `CONTENT_DIR` */
export function contentFolder(files: Record<string, string> = {}): string {
  const folder = join(newFolder(), "content");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text);
  return folder;
}

/** Changes a file. @throws {Error} if the file lacks the text */
export function replaceIn(path: string, before: string, after: string): void {
  const text = readFileSync(path, "utf8");
  if (!text.includes(before)) throw new Error(`${path} lacks "${before}".`);
  writeFileSync(path, text.replace(before, after));
}

/** The lines of the error that a folder causes; each line names one problem. */
export function problemsOf(folder: typeof sample, settings = {}): string[] {
  try {
    loadContent(settings, folder);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.message.split("\n");
  }
}

/** The lines of the demo before a trade is chosen. */
export const demoLines = pageContents(content).home.demo?.lines ?? [];
export const { demos } = contentForFiles(content);

export const errorTitleOf = ({ title }: { title: string }) =>
  fillIn(content.errorTitle, { title });

export function sectionLabel(id: string): string {
  const section = content.sections.find((each) => each.id === id);
  if (!section) throw new Error(`There is no section ${id}.`);
  return section.label;
}
