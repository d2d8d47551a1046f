/** The words of the command line: the inbox's. */
import { readContentOrSample } from "../server/content/content.ts";

export const { inbox, leadContent, calls, fields, services } = readContentOrSample();
