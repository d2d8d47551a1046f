/** What the built site says: tests read it here, so that a word can change without one of them. */
import { loadContent } from "../scripts/build/content.ts";
import { readSiteOverrides } from "../server/configuration/env.ts";

export const content = loadContent(readSiteOverrides());

/** What the menu calls a section of the landing page. */
export function sectionLabel(id: string): string {
  const section = content.sections.find((each) => each.id === id);
  if (!section) throw new Error(`There is no section ${id}.`);
  return section.label;
}
