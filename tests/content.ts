/** The content of the built site. Tests read it here, so a text can change without breaking a test. */
import { loadContent } from "../scripts/build/content.ts";
import { readSiteOverrides } from "../server/configuration/env.ts";
import { contentForFiles, pageContents } from "../site/page-content.ts";

export const content = loadContent(readSiteOverrides());

/** The lines of the demo without a trade, and for each trade by the path of its page. */
export const demoLines = pageContents(content).home.demo.lines;
export const { demos } = contentForFiles(content);

export function sectionLabel(id: string): string {
  const section = content.sections.find((each) => each.id === id);
  if (!section) throw new Error(`There is no section ${id}.`);
  return section.label;
}
