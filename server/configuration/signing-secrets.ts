/**
 * The two secrets with which we sign: links and webhooks. What the environment does not set is made at the first start
 * and kept beside the store, apart from the keys, so that one can be changed without the others.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { storedSecret } from "./stored-secret.ts";

export interface SigningSecrets {
  /** Of the links in mails and to the inbox. */
  linkSecret: string;
  /** Of webhooks, the newest first; each as `whsec_` and base64. All of them sign. */
  webhookSecrets: string[];
}

const text = v.pipe(v.string(), v.minLength(1));
const SecretsFile = v.object({ linkSecret: text, webhookSecrets: v.pipe(v.array(text), v.minLength(1)) });

/** Where the signing secrets of a data folder stand. */
export function secretsPath(dataDir: string): string {
  return join(dataDir, "signing-secrets.json");
}

/**
 * The secrets to sign with: those given, and for what is not given the kept ones, made on first need.
 *
 * @param dataDir is made when something is kept there.
 * @throws {Error} with a sentence for the operator when the kept file cannot be read.
 */
export function loadSigningSecrets(
  dataDir: string,
  given: { [Name in keyof SigningSecrets]: SigningSecrets[Name] | undefined },
): SigningSecrets {
  const contents = "a linkSecret and webhookSecrets";
  return storedSecret(secretsPath(dataDir), SecretsFile, contents, newSecrets, given);
}

function newSecrets(): SigningSecrets {
  return {
    linkSecret: `ns_link_${randomBytes(32).toString("base64url")}`,
    webhookSecrets: [`whsec_${randomBytes(32).toString("base64")}`],
  };
}
