/**
 * Finds PostgreSQL's programs: the installed ones, else
 * Debian's package where this user may install it.
 */

import { existsSync, globSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { installDebianPackages } from "./debian-package.ts";
import { findProgram } from "./programs.ts";

/**
 * Folders of the programs when they are not on the
 * PATH: Debian, Fedora, Homebrew, Postgres.app.
 */
const PLACES = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
];

export function findPostgres(): string | undefined {
  const initdb = findProgram("initdb");
  const onPath = initdb === undefined ? [] : [dirname(realpathSync(initdb))];
  const byVersion = new Intl.Collator("en", { numeric: true });
  const installed = globSync(PLACES).toSorted((a, b) =>
    byVersion.compare(b, a),
  );
  return [...onPath, ...installed].find((folder) =>
    ["initdb", "postgres"].every((program) =>
      existsSync(join(folder, program)),
    ),
  );
}

/**
 * Installs Debian's package if no PostgreSQL is found. The server that the
 * package may start is not used.
 */
export function findOrInstallPostgres(): string | undefined {
  const found = findPostgres();
  if (found !== undefined) return found;
  installDebianPackages(["postgresql"], "No PostgreSQL found");
  return findPostgres();
}
