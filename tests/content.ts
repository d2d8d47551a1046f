/** What the built site says: tests read it here, so that a word can change without one of them. */
import { loadContent } from "../scripts/build/content.ts";
import { readSiteOverrides } from "../server/configuration/env.ts";

export const content = loadContent(readSiteOverrides());
