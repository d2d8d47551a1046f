/**
 * What the environment need not set: it is made at the first start and kept beside the store. The two keys of the wire
 * (the public one stands in the page and may only insert, the secret one reads) are kept apart from the two secrets with
 * which we sign, so that one can be changed without the others.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import type { Keys } from "../rest/auth.ts";
import { storedSecret } from "./stored-secret.ts";

export interface SigningSecrets {
  /** Of the links in mails and to the inbox. */
  linkSecret: string;
  /** Of webhooks, the newest first; each as `whsec_` and base64. All of them sign. */
  webhookSecrets: string[];
}

/** What the environment sets of them. */
type Given<Kept> = { [Name in keyof Kept]: Kept[Name] | undefined };

const text = v.pipe(v.string(), v.minLength(1));
const KeysFile = v.object({ publicKey: text, secretKey: text });
const SecretsFile = v.object({ linkSecret: text, webhookSecrets: v.pipe(v.array(text), v.minLength(1)) });
const random = (encoding: "base64url" | "base64") => randomBytes(32).toString(encoding);

export const keysPath = (dataDir: string): string => join(dataDir, "keys.json");

export const secretsPath = (dataDir: string): string => join(dataDir, "signing-secrets.json");

/**
 * The keys to use: those given, and for what is not given the kept ones, made on first need.
 *
 * @param dataDir is made when something is kept there.
 * @throws {Error} with a sentence for the operator when the kept file cannot be read.
 */
export function loadKeys(dataDir: string, given: Given<Keys>): Keys {
  const make = () => ({
    publicKey: `ns_public_${random("base64url")}`,
    secretKey: `ns_secret_${random("base64url")}`,
  });
  const keys = storedSecret(keysPath(dataDir), KeysFile, "a publicKey and a secretKey", make, given);
  if (keys.publicKey !== keys.secretKey) return keys;
  throw new Error("LEADS_PUBLIC_KEY and LEADS_SECRET_KEY are the same key, which every visitor can see.");
}

/** The secrets to sign with, in the same way. @throws {Error} as {@link loadKeys}. */
export function loadSigningSecrets(dataDir: string, given: Given<SigningSecrets>): SigningSecrets {
  const make = () => ({
    linkSecret: `ns_link_${random("base64url")}`,
    webhookSecrets: [`whsec_${random("base64")}`],
  });
  return storedSecret(secretsPath(dataDir), SecretsFile, "a linkSecret and webhookSecrets", make, given);
}
