/** Dumps the database with PostgreSQL's own programs beside a running site, and restores a dump. */
import { spawn } from "node:child_process";
import { closeSync, mkdtempDisposableSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { getCACertificates } from "node:tls";
import { Client } from "pg";
import { LEADS_TABLE } from "../../../contract/lead.ts";
import { makeDataDir, putInPlace } from "../../configuration/data-dir.ts";
import { withEnv } from "../../configuration/env.ts";
import { RESTORED } from "../backups.ts";
import { openPostgresTables } from "./postgres-store.ts";

/** Dumps the present state, and reads it back. @returns its number of leads @throws {Error} leaving no part of a dump */
export async function writeDump(url: string, dump: string): Promise<number> {
  const folder = dirname(dump);
  makeDataDir(folder);
  const part = join(folder, `leads.dump.part-${crypto.randomUUID()}`);
  try {
    // Root must not write to the file of a link that the site's user put in its place.
    const file = openSync(part, "wx", 0o600);
    await run("pg_dump", ["--format=custom"], url, file).finally(() => closeSync(file));
    const leads = await checkDump(part);
    putInPlace(part, dump);
    return leads;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Reads all of it. @returns its number of leads @throws {Error} when it is damaged, or not a dump of leads */
async function checkDump(dump: string): Promise<number> {
  let leads: number | undefined;
  let isInside = false;
  await run("pg_restore", ["--file=-", dump], undefined, "pipe", (line) => {
    if (line.startsWith(`COPY public.${LEADS_TABLE} `)) {
      isInside = true;
      leads = 0;
    } else if (line === String.raw`\.`) isInside = false;
    else if (isInside) leads = (leads ?? 0) + 1;
  });
  if (leads === undefined) throw new Error(`${dump} is not a backup of leads.`);
  return leads;
}

/**
 * Fills an empty database. Deliveries that may have been sent since are not sent again automatically. @throws {Error} with a
 * sentence, leaving nothing of the dump in the database
 */
export async function restoreDump(dump: string, url: string) {
  const leads = await checkDump(dump);
  if ((await query(url, `SELECT to_regclass('public.${LEADS_TABLE}') AS present`))[0]?.present)
    throw new Error("DATABASE_URL has leads already: name an empty database (docs/backups.md).");
  await run("pg_restore", ["--exit-on-error", "--single-transaction", "--no-owner", dump], url);
  // Applies the migrations that came after the dump.
  await (await openPostgresTables(url)).close();
  // Otherwise the agency would be notified that its mail fails.
  await query(url, "UPDATE nightshift.notices SET sent_at = now() WHERE name = 'failing-mail'");
  const dead = await query(
    url,
    `UPDATE nightshift.deliveries SET state = 'dead', lease_id = NULL, next_at = now(), last_error = $1
     WHERE state = 'due' AND (next_at <= now() OR attempts > 0) RETURNING 1`,
    [RESTORED],
  );
  return { leads, deadDeliveries: dead.length, kept: undefined };
}

async function query(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, fallback_application_name: "nightshift" });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Runs one of PostgreSQL's programs to its end. @param url the database; its password is not shown to other users of this
 * machine @param output the open file that gets what it prints, unless `onLine` does @throws {Error} with a sentence
 */
async function run(
  program: string,
  parameters: string[],
  url?: string,
  output: number | "pipe" = "pipe",
  onLine: (line: string) => void = () => {},
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "nightshift-"));
  try {
    const child = spawn(
      program,
      [...parameters, ...(url === undefined ? [] : [`--dbname=${withoutPassword(url)}`])],
      { env: withEnv(url === undefined ? {} : signIn(url, folder.path)), stdio: ["ignore", output, "pipe"] },
    );
    const ended = new Promise<number | null>((resolve, reject) =>
      child.on("error", reject).on("close", resolve),
    );
    let rest = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      // Node's readline also ends a line at U+2028, which visitors can type.
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach((line) => onLine(line));
    });
    const [said, code] = await Promise.all([child.stderr ? text(child.stderr) : "", ended]);
    if (code !== 0) throw new Error(`${program} failed: ${said.trim()}`);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
    throw new Error(
      `There is no ${program} here: it comes with PostgreSQL (Debian: apt-get install postgresql-client). If another program makes the backups, set BACKUPS_KEPT=0.`,
      { cause: error },
    );
  }
}

/** For PostgreSQL's programs: only our driver knows the word `no-verify`. */
function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password !== "") shown.password = "";
  shown.searchParams.delete("password");
  if (shown.searchParams.get("sslmode") === "no-verify") shown.searchParams.set("sslmode", "require");
  return shown.href;
}

/** The password, and the certificate authorities that the site trusts, for PostgreSQL's programs. */
function signIn(url: string, folder: string): Record<string, string> {
  const { password: encoded, searchParams } = new URL(url);
  // A URL without a host, for a socket, has the password in its query.
  const password = searchParams.get("password") ?? decodeURIComponent(encoded);
  const roots = join(folder, "authorities.pem");
  const isChecked = searchParams.get("sslmode") === "verify-full" && !searchParams.has("sslrootcert");
  if (isChecked) writeFileSync(roots, getCACertificates("default").join("\n"));
  return { ...(password !== "" && { PGPASSWORD: password }), ...(isChecked && { PGSSLROOTCERT: roots }) };
}
