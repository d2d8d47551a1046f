/**
 * The two keys of the wire: the public one stands in the page and may only insert, the secret one reads. What
 * the environment does not set is made at the first start and kept beside the store.
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

export interface Keys {
  publicKey: string;
  secretKey: string;
}

const KeysFile = v.object({
  publicKey: v.pipe(v.string(), v.minLength(1)),
  secretKey: v.pipe(v.string(), v.minLength(1)),
});

/** Where the keys of a data folder stand. */
export function keysPath(dataDir: string): string {
  return join(dataDir, "keys.json");
}

/**
 * The keys to use: those given, and for what is not given the kept ones, made on first need.
 *
 * @param dataDir an existing folder.
 * @throws {Error} with a sentence for the operator when the kept file cannot be read.
 */
export function loadKeys(dataDir: string, given: { [Name in keyof Keys]: string | undefined }): Keys {
  const { publicKey, secretKey } = given;
  const keys =
    publicKey !== undefined && secretKey !== undefined
      ? { publicKey, secretKey }
      : withDefaults(keepKeys(keysPath(dataDir)), given);
  if (keys.publicKey === keys.secretKey) {
    throw new Error("LEADS_PUBLIC_KEY and LEADS_SECRET_KEY are the same key, which every visitor can see.");
  }
  return keys;
}

function withDefaults(kept: Keys, given: { [Name in keyof Keys]: string | undefined }): Keys {
  return { publicKey: given.publicKey ?? kept.publicKey, secretKey: given.secretKey ?? kept.secretKey };
}

function keepKeys(path: string): Keys {
  const kept = readKeys(path);
  if (kept) return kept;
  writeOnce(path, { publicKey: newKey("ns_public_"), secretKey: newKey("ns_secret_") });
  const written = readKeys(path);
  if (!written) throw new Error(`${path} was written and is gone again.`);
  return written;
}

function readKeys(path: string): Keys | undefined {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  chmodSync(path, 0o600);
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    json = undefined;
  }
  const parsed = v.safeParse(KeysFile, json);
  if (!parsed.success) {
    throw new Error(
      `${path} does not hold a publicKey and a secretKey. Restore it, or delete it for new keys.`,
    );
  }
  return parsed.output;
}

/** A link appears whole or not at all, and of two processes that start at once only one makes it. */
function writeOnce(path: string, keys: Keys): void {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, `${JSON.stringify(keys, null, 2)}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    closeSync(file);
    rmSync(draft);
  }
}

function newKey(prefix: string): string {
  return prefix + randomBytes(32).toString("base64url");
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
