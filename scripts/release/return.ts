/**
 * The store's return to the schema of an earlier release. The earlier release does it itself when it starts, so a killed
 * rollback, or a power cut, delays it and nothing else: `return.json` in DATA_DIR says that it is due.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import * as v from "valibot";
import { plainLines } from "../../cli/terminal/table.ts";
import { messageOf } from "../../contract/error-code.ts";
import { putInPlace, writeUnlinked } from "../../server/configuration/data-dir.ts";
import { readStoreLocation } from "../../server/configuration/env.ts";
import { inProject } from "../../server/configuration/variables.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { copiesBeside } from "../../server/storage/sqlite/copies.ts";
import { folderOf, UpdateError } from "./releases.ts";

/** The site's user can write the file, and root starts what it names. */
const ReleaseSchema = v.pipe(v.string(), v.regex(/^\w[\w.+-]*$/));

/** Root's terminal prints it. */
const sentence = v.pipe(
  v.string(),
  v.transform((text) => plainLines(text).join("\n")),
);

const ReturnSchema = v.object({
  from: ReleaseSchema,
  to: ReleaseSchema,
  hasBegun: v.optional(v.boolean()),
  /** Sentences for the operator, once the store has returned. */
  said: v.optional(v.array(sentence)),
  /** The reason, if the last attempt failed. */
  fault: v.optional(sentence),
});
type Return = v.InferOutput<typeof ReturnSchema>;

const path = (): string => join(readStoreLocation().dataDir, "return.json");

export function readReturn(): Return | undefined {
  if (!existsSync(path())) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ReturnSchema), readFileSync(path(), "utf8"));
  return parsed.success ? parsed.output : undefined;
}

export function keepReturn(change: Return): void {
  const draft = `${path()}.draft`;
  writeUnlinked(draft, JSON.stringify(change));
  putInPlace(draft, path());
}

export const forgetReturn = (): void => rmSync(path(), { force: true });

export const isUnfinished = (change: Return | undefined): change is Return =>
  change !== undefined && change.said === undefined;

/** Before a release opens the store. @returns the release that serves if the store cannot return; the next start tries again */
export function finishReturn(release = basename(inProject(""))): string | undefined {
  const change = readReturn();
  if (!isUnfinished(change) || change.to !== release) return undefined;
  const { from, to } = change;
  try {
    keepReturn({ ...change, hasBegun: true });
    keepReturn({ from, to, said: giveStoreBack(from, to) });
    return undefined;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    noteFault({ from, to, fault: messageOf(error) });
    return from;
  }
}

/** A full disk, which may be the fault, must not stop the site, too. */
function noteFault(change: Return): void {
  try {
    keepReturn(change);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
  }
}

/** The copy from before the migration replaces a store whose schema this release does not know, and gets the later leads. */
function giveStoreBack(from: string, to: string): string[] {
  const { dataDir, databaseUrl } = readStoreLocation();
  const said: string[] = [];
  const { status, stderr } = leads(to, ["list"]);
  if (status !== 0 && stderr.includes("which this version does not know")) {
    const copy = databaseUrl === undefined ? copiesBeside(sqlitePath(dataDir)).at(-1) : undefined;
    if (copy === undefined)
      throw new UpdateError(
        `${to} does not know the schema of the store, and there is no copy from before (docs/backups.md).`,
      );
    const since = join(dataDir, `since-${basename(copy)}.jsonl`);
    rmSync(since, { force: true });
    runLeads(from, ["export", "--out", since]);
    said.push(runLeads(to, ["restore", "--replace", copy]));
  }
  return [...said, ...importSince(to)];
}

/** Imports the leads that the copy did not have. A store that has them already keeps its own. */
export function importSince(release: string): string[] {
  const { dataDir } = readStoreLocation();
  const files = readdirSync(dataDir).filter((file) => /^since-leads\.db\.before-.*\.jsonl$/.test(file));
  return files.map((file) => {
    const said = runLeads(release, ["import", "--keep", join(dataDir, file)]);
    rmSync(join(dataDir, file));
    return said;
  });
}

export function lacksMigrations(from: string, to: string): boolean {
  const migrations = migrationsOf(to);
  return migrationsOf(from).some((file) => !migrations.includes(file));
}

function migrationsOf(name: string): string[] {
  const store = readStoreLocation().databaseUrl === undefined ? "sqlite" : "postgres";
  const folder = join(folderOf(name), "server", "storage", store);
  return ["migrations", "own-migrations"]
    .map((kind) => join(folder, kind))
    .flatMap((found) => (existsSync(found) ? readdirSync(found) : []));
}

/** A release's command line, run as the owner of the store: root's files there would lock the site out. */
function leads(release: string, parts: string[]) {
  const { uid, gid } = statSync(readStoreLocation().dataDir);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  const program = join(folderOf(release), "bin", "nightshift");
  return spawnSync(program, ["leads", ...parts], { encoding: "utf8", cwd: "/", ...owner });
}

/** @returns its report @throws {UpdateError} when it fails */
export function runLeads(release: string, parts: string[]): string {
  const { status, stderr, error } = leads(release, parts);
  if (status === 0) return stderr.trim();
  throw new UpdateError(error?.message ?? stderr.trim());
}
