/**
 * Keys and secrets that the environment need not set: they are made at the first start and kept beside the store. The two keys of the REST API
 * (the public one stands in the page and may only insert, the secret one reads) are kept apart from the two secrets with
 * which we sign, so that one can be changed without the others.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { storedSecret, withOverrides } from "./stored-secret.ts";
import { EnvError } from "./values.ts";

/** Of the REST API: the public key stands in every page and inserts, the secret key reads. */
export interface Keys {
  publicKey: string;
  secretKey: string;
}

export interface SigningSecrets {
  /** Signs the links in mails and to the inbox. */
  linkSecret: string;
  /** All of them sign the events of webhooks; the newest first, each as `whsec_` and base64. */
  webhookSecrets: string[];
}

type Overrides<Kept> = { [Name in keyof Kept]: Kept[Name] | undefined };

const text = v.pipe(v.string(), v.minLength(1));
const KeysFile = v.object({ publicKey: text, secretKey: text });
const SecretsFile = v.object({ linkSecret: text, webhookSecrets: v.pipe(v.array(text), v.minLength(1)) });
const random = (encoding: "base64url" | "base64") => randomBytes(32).toString(encoding);

export const keysPath = (dataDir: string): string => join(dataDir, "keys.json");

export const secretsPath = (dataDir: string): string => join(dataDir, "signing-secrets.json");

/** Keys or secrets: what is given, and for what is not, what a file holds. */
export interface KeptFile<Kept> {
  /** Makes the file on first need. @throws {Error} with a sentence when it cannot be read or written. */
  load: () => Kept;
  /** Used while the file cannot be; the file gets it if it is made later. */
  standIn: Kept;
}

/** @param dataDir is made when something is kept there. */
export function keptKeys(dataDir: string, overrides: Overrides<Keys>): KeptFile<Keys> {
  const made = {
    publicKey: `ns_public_${random("base64url")}`,
    secretKey: `ns_secret_${random("base64url")}`,
  };
  return {
    standIn: withOverrides(KeysFile, made, overrides),
    load() {
      const path = keysPath(dataDir);
      const keys = storedSecret(path, KeysFile, "a publicKey and a secretKey", made, overrides);
      if (keys.publicKey !== keys.secretKey) return keys;
      throw new EnvError("LEADS_SECRET_KEY", "is the same as LEADS_PUBLIC_KEY, which every visitor can see.");
    },
  };
}

export function keptSigningSecrets(
  dataDir: string,
  overrides: Overrides<SigningSecrets>,
): KeptFile<SigningSecrets> {
  const made = {
    linkSecret: `ns_link_${random("base64url")}`,
    webhookSecrets: [`whsec_${random("base64")}`],
  };
  return {
    standIn: withOverrides(SecretsFile, made, overrides),
    load: () =>
      storedSecret(secretsPath(dataDir), SecretsFile, "a linkSecret and webhookSecrets", made, overrides),
  };
}

/** @throws {Error} with a sentence for the operator when the kept file cannot be read or written. */
export function loadKeys(dataDir: string, overrides: Overrides<Keys>): Keys {
  return keptKeys(dataDir, overrides).load();
}

/** @throws {Error} as {@link loadKeys}. */
export function loadSigningSecrets(dataDir: string, overrides: Overrides<SigningSecrets>): SigningSecrets {
  return keptSigningSecrets(dataDir, overrides).load();
}
