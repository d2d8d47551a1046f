/** The version of the running program. */
import { readFileSync } from "node:fs";

export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
