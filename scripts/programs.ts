/** Programs that tests and benchmark need beside npm's packages, found, or installed from Debian's. */
import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.ts";

/** What stands around the site on a server, and the package that brings it. */
const SERVER_PROGRAMS = { nginx: "nginx", caddy: "caddy", "systemd-analyze": "systemd" };

/** @returns its path; undefined when there is none. */
export function findProgram(name: string): string | undefined {
  // A user's path often has no folder of server programs.
  const { error, stdout } = spawnSync("which", [name, `/usr/sbin/${name}`], { encoding: "utf8" });
  return error ? undefined : stdout.split("\n").find((path) => path !== "");
}

/** @param install on a machine that is only there to test: the packages start services. @returns those that are not there. */
export function missingPrograms(install: boolean): string[] {
  const missing = Object.entries(SERVER_PROGRAMS).filter(([name]) => findProgram(name) === undefined);
  if (!install || missing.length === 0) return missing.map(([name]) => name);
  for (const [, name] of missing) installDebianPackage(name, "Some tests need it");
  return missingPrograms(false);
}
