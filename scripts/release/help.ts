/** `nightshift help`: the documentation by its pages, and the runbook by the names of alarms. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inProject } from "../../server/configuration/variables.ts";

/** @param name of an alarm or a page, in any case @returns its text; undefined when there is none */
function helpOn(name: string): string | undefined {
  const folder = inProject("docs");
  const isNamed = (text: string) => text.toLowerCase() === name.toLowerCase();
  const alarms = readFileSync(join(folder, "runbook.md"), "utf8").split(/^(?=## )/m);
  const paragraph = alarms.find((text) => isNamed(text.slice(3).split("\n")[0] ?? ""));
  const page = globSync("**/*.md", { cwd: folder }).find((path) => isNamed(basename(path, ".md")));
  return paragraph ?? (page && readFileSync(join(folder, page), "utf8"));
}

export function help(name: string | undefined, usage: string): void {
  if (name === undefined) return console.error(usage);
  const text = helpOn(name);
  if (text !== undefined) return console.log(text.trim());
  console.error(`There is no alarm or page with the name ${name}. nightshift help README lists the pages.`);
  process.exitCode = 1;
}
