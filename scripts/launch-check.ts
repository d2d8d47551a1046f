/**
 * `npm run launch-check`: lists what must not be there when the site goes public (sample testimonials and claims,
 * placeholders for the agency's own data) and exits 1 while anything is left.
 */
import { readSiteOverrides } from "../server/configuration/env.ts";
import { loadContent } from "./build/content.ts";
import { findUnready } from "./build/unready.ts";

const unready = findUnready(loadContent(readSiteOverrides()));
if (unready.length === 0) console.log("Ready: no samples and no placeholders are left.");
else {
  console.log(`Not ready to go public. Still to do (${unready.length}):`);
  for (const line of unready) console.log(`  ${line}`);
  process.exitCode = 1;
}
