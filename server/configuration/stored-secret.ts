/**
 * Secrets that are made on first need and kept in a file, which is written once and never changed: two processes that
 * start at once cannot disagree, and what an earlier version made stays as it is.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { makeDataDir, syncFolder } from "./data-dir.ts";
import { codeOf } from "../../contract/error-code.ts";

/**
 * The given values, and for those that are not given, the values in the file, which is written first if there is none. The
 * file is for its owner alone (mode 0600).
 *
 * @param contents what must be in it, for the sentence of the error.
 * @param made what is written when there is none.
 * @throws {Error} with a sentence for the operator when the file cannot be read.
 */
export function storedSecret<Kept extends object>(
  path: string,
  schema: v.GenericSchema<unknown, Kept>,
  contents: string,
  made: Kept,
  overrides: { [Name in keyof Kept]: Kept[Name] | undefined },
): Kept {
  const whole = v.safeParse(schema, overrides);
  if (whole.success) return whole.output;
  if (!readKept(path, schema, contents)) writeOnce(path, made);
  const kept = readKept(path, schema, contents);
  if (!kept) throw new Error(`${path} was written and is gone again.`);
  return withOverrides(schema, kept, overrides);
}

export function withOverrides<Kept extends object>(
  schema: v.GenericSchema<unknown, Kept>,
  kept: Kept,
  overrides: { [Name in keyof Kept]: Kept[Name] | undefined },
): Kept {
  const set = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return v.parse(schema, { ...kept, ...Object.fromEntries(set) });
}

function readKept<Kept>(
  path: string,
  schema: v.GenericSchema<unknown, Kept>,
  contents: string,
): Kept | undefined {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  if ((statSync(path).mode & 0o777) !== 0o600) chmodSync(path, 0o600);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), content);
  if (!parsed.success) {
    throw new Error(`${path} does not hold ${contents}. Restore it, or delete it for new ones.`);
  }
  return parsed.output;
}

/** A link appears whole or not at all, and of two processes that start at once only one makes it. */
function writeOnce(path: string, content: unknown): void {
  makeDataDir(dirname(path));
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const text = `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(draft, text, { flag: "wx", mode: 0o600, flush: true });
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
