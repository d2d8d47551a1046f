/** `bin/nightshift` of a release: its first argument names the program to run. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runProgram } from "../../server/configuration/operator-error.ts";
import { inProject } from "../../server/configuration/variables.ts";
import { aboutRelease } from "./releases.ts";

const USAGE = `nightshift install           makes a machine with systemd the server of the site; install --help
nightshift help <name>       prints the paragraph of an alarm, or a page of the documentation
nightshift start             serves the site
nightshift worker            sends due deliveries without serving the site
nightshift leads <command>   manages leads; leads --help lists the commands
nightshift content <command>  checks and shows the words and pictures; content --help lists the commands
nightshift launch-check      lists the obstacles to a launch
nightshift update <archive>  installs a release and switches to it; update --help
nightshift rollback          goes back to the previous release; rollback --help
nightshift version           names this release
`;

const programs: Record<string, () => unknown> = {
  start: () => import("../../server/main.ts"),
  worker: () => import("../../server/worker.ts"),
  leads: () => import("../../cli/main.ts"),
  "launch-check": async () => (await import("../launch/launch-check.ts")).launchCheck(),
  content: async () => (await import("../../cli/content-folder.ts")).runContent(),
  update: async () => (await import("./update.ts")).runUpdate("update"),
  rollback: async () => (await import("./update.ts")).runUpdate("rollback"),
  trial: async () => (await import("./trial.ts")).runTrial(process.argv.slice(2)),
  check: async () => (await import("../../server/lifecycle/serve.ts")).checkSettings(),
  help: () => help(process.argv[2]),
  version: () => console.log(aboutRelease().version),
};

/** Prints a page of the documentation, or the runbook's paragraph of an alarm. @param name in any case */
function help(name: string | undefined): void {
  if (name === undefined) return console.error(USAGE);
  const folder = inProject("docs");
  const isNamed = (text: string) => text.toLowerCase() === name.toLowerCase();
  const alarms = readFileSync(join(folder, "runbook.md"), "utf8").split(/^(?=## )/m);
  const paragraph = alarms.find((text) => isNamed(text.slice(3).split("\n")[0] ?? ""));
  const page = globSync("**/*.md", { cwd: folder }).find((path) => isNamed(basename(path, ".md")));
  const found = paragraph ?? (page && readFileSync(join(folder, page), "utf8"));
  if (found !== undefined) return console.log(found.trim());
  console.error(`There is no alarm or page with the name ${name}. nightshift help README lists the pages.`);
  process.exitCode = 1;
}

// Removed, so the program finds its own arguments in the usual place.
const [word = "help"] = process.argv.splice(2, 1);
const known = word.replace(/^--/, "");
const program = Object.hasOwn(programs, known) ? programs[known] : undefined;
if (program) await runProgram(program);
else {
  console.error(USAGE);
  process.exitCode = 2;
}
