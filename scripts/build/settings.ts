/**
 * The agency's settings from the environment, put where `site/content/site.ts` looks for them. Content reads them when
 * it is loaded, so this stands before every import of content.
 */
import { readSiteOverrides } from "../../server/configuration/env.ts";

export const overrides = readSiteOverrides();
globalThis.SITE_OVERRIDES = overrides;
