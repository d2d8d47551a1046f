/**
 * The two keys of the wire: the public one stands in the page and may only insert, the secret one reads. What
 * the environment does not set is made at the first start and kept beside the store.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import type { Keys } from "../rest/auth.ts";
import { storedSecret } from "./stored-secret.ts";

const text = v.pipe(v.string(), v.minLength(1));
const KeysFile = v.object({ publicKey: text, secretKey: text });

/** Where the keys of a data folder stand. */
export function keysPath(dataDir: string): string {
  return join(dataDir, "keys.json");
}

/**
 * The keys to use: those given, and for what is not given the kept ones, made on first need.
 *
 * @param dataDir is made when something is kept there.
 * @throws {Error} with a sentence for the operator when the kept file cannot be read.
 */
export function loadKeys(dataDir: string, given: { [Name in keyof Keys]: string | undefined }): Keys {
  const keys = storedSecret(keysPath(dataDir), KeysFile, "a publicKey and a secretKey", newKeys, given);
  if (keys.publicKey === keys.secretKey) {
    throw new Error("LEADS_PUBLIC_KEY and LEADS_SECRET_KEY are the same key, which every visitor can see.");
  }
  return keys;
}

function newKeys(): Keys {
  return { publicKey: newKey("ns_public_"), secretKey: newKey("ns_secret_") };
}

function newKey(prefix: string): string {
  return prefix + randomBytes(32).toString("base64url");
}
