/** Variables that were probably meant to be one of ours. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { EnvSource } from "./values.ts";
import * as variables from "./variables.ts";

/** The names of all that the program reads. */
export const VARIABLES: readonly string[] = Object.values(variables).flatMap(({ entries }) =>
  Object.keys(entries),
);

/** Beginnings that no other program's variables have. */
const OURS =
  /^(?:LEADS|RATE_LIMIT|TRUST_PROX|CORS|SMTP|NOTIFY|WEBHOOK|LINK|RETENTION|SITE|BRAND|BACKUP|CONTACT|SCHEDULING|ANALYTICS_S|ALLOW_[SFC])/;

/**
 * Variables that nothing reads although they look like ours, and whatever else the settings file holds.
 *
 * @param file the settings file; it need not be there
 */
export function unknownVariables(source: EnvSource, file: string): string[] {
  const settings = Object.keys(parseEnv(textOf(file)));
  const lookLikeOurs = Object.keys(source).filter((name) => OURS.test(name));
  return [...new Set([...settings, ...lookLikeOurs])].filter((name) => !VARIABLES.includes(name));
}

/** Nothing where it cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
