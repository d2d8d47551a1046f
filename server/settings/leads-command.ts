import { existsSync } from "node:fs";
import { inProject } from "./variables.ts";

/** The container's image has no scripts, and no npm to run them. */
const isInContainer = !existsSync(inProject("scripts"));

/** What an operator types before the name of a command, such as `inbox`. */
export const LEADS = isInContainer
  ? "docker compose exec site leads"
  : "npm run leads --";

/** The same for a command that needs the site stopped. */
export const LEADS_STOPPED = isInContainer
  ? "docker compose run --rm site leads"
  : LEADS;
