/**
 * Keys and secrets that the environment does not set, made at the first start and kept beside the store. The key of the
 * REST API is kept apart from the two secrets that sign, so that one can be changed without the others.
 */
import { randomBytes } from "node:crypto";
import { join, dirname } from "node:path";
import * as v from "valibot";
import { EnvError } from "./values.ts";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { makeDataDir, makePrivate, syncFolder } from "./data-dir.ts";
import { codeOf } from "../../contract/error-code.ts";

/** The key of the REST API: every page has it, and it only inserts. */
export interface Keys {
  publicKey: string;
}

export interface SigningSecrets {
  /** Signs the links in mails and to the inbox. */
  linkSecret: string;
  /** All of them sign the events of webhooks; the newest first, each as `whsec_` and base64. */
  webhookSecrets: string[];
}

type Overrides<Kept> = { [Name in keyof Kept]?: Kept[Name] | undefined };

const text = v.pipe(v.string(), v.minLength(1));
const KeysFile = v.object({ publicKey: text });
const SecretsFile = v.object({ linkSecret: text, webhookSecrets: v.pipe(v.array(text), v.minLength(1)) });
const random = (encoding: "base64url" | "base64" = "base64url") => randomBytes(32).toString(encoding);

export const keysPath = (dataDir: string): string => join(dataDir, "keys.json");

export const secretsPath = (dataDir: string): string => join(dataDir, "signing-secrets.json");

/** Keys or secrets: the given values, and for others those of a file. */
export interface KeptFile<Kept> {
  /** Makes the file on first need. @throws {Error} with a sentence when it cannot be read or written. */
  load: () => Kept;
  /** Used while the file cannot be read or written; a file that is made later gets it. */
  standIn: Kept;
}

/** @param overrides `metricsKey`: must be another, because every visitor can see the public key */
export function keptKeys(dataDir: string, overrides: Overrides<Keys> & { metricsKey?: string | undefined }) {
  const made = {
    // Every page has it, and random text does not compress: the landing page has to fit the first packets.
    publicKey: `ns_public_${randomBytes(16).toString("base64url")}`,
  };
  const file = keptFile(keysPath(dataDir), KeysFile, "a publicKey", made, overrides);
  return {
    ...file,
    load() {
      const keys = file.load();
      if (keys.publicKey === overrides.metricsKey)
        throw new EnvError("METRICS_KEY", "is the same as LEADS_PUBLIC_KEY, which every visitor can see.");
      return keys;
    },
  };
}

export function keptSigningSecrets(dataDir: string, overrides: Overrides<SigningSecrets>) {
  const made = { linkSecret: `ns_link_${random()}`, webhookSecrets: [`whsec_${random("base64")}`] };
  return keptFile(secretsPath(dataDir), SecretsFile, "a linkSecret and webhookSecrets", made, overrides);
}

/** The file is for its owner alone (0600) and never changes: two processes that start at once cannot disagree. */
function keptFile<Kept extends object>(
  path: string,
  schema: v.GenericSchema<unknown, Kept>,
  contents: string,
  made: Kept,
  overrides: Overrides<Kept>,
): KeptFile<Kept> {
  const set = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const withSet = (kept: Kept) => v.parse(schema, { ...kept, ...set });
  return {
    standIn: withSet(made),
    load() {
      const whole = v.safeParse(schema, set);
      if (whole.success) return whole.output;
      if (!readKept(path, schema, contents)) writeOnce(path, made);
      const kept = readKept(path, schema, contents);
      if (!kept) throw new Error(`${path} disappeared after it was written.`);
      return withSet(kept);
    },
  };
}

function readKept<Kept>(path: string, schema: v.GenericSchema<unknown, Kept>, contents: string) {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  makePrivate(path);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), content);
  if (!parsed.success) {
    throw new Error(`${path} does not contain ${contents}. Restore it, or delete it for new ones.`);
  }
  return parsed.output;
}

/** A hard link appears whole or not at all: if two processes start at once, only one makes the file. */
function writeOnce(path: string, content: unknown): void {
  makeDataDir(dirname(path));
  const draft = `${path}.part-${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { flag: "wx", mode: 0o600, flush: true });
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
