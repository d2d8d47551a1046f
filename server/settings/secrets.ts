/**
 * Keeps secrets in two files, so that an
 * operator can replace only the REST API's key.
 */

import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, dirname } from "node:path";
import * as v from "valibot";
import { jsonText } from "../../contract/texts.ts";
import {
  giveToOwner,
  makePrivateFolder,
  makePrivate,
  syncFolder,
} from "./data-dir.ts";
import { codeOf, messageOf } from "./error-code.ts";
import { statOf } from "./files-in.ts";
import { OperatorError } from "./operator-error.ts";

const nonEmpty = v.pipe(v.string(), v.minLength(1));

const SecretsFile = v.object({
  /** Signs what the site itself reads back, such as links in mails. */
  linkSecret: nonEmpty,
  /**
   * Each secret signs each webhook event. A secret
   * is `whsec_` and base64; the newest is first.
   */
  webhookSecrets: v.pipe(v.array(nonEmpty), v.minLength(1)),
});
export type SigningSecrets = v.InferOutput<typeof SecretsFile>;

const random = (encoding: BufferEncoding = "base64url") =>
  randomBytes(32).toString(encoding);

export const keysPath = (dataDir: string): string => join(dataDir, "keys.json");

export const secretsPath = (dataDir: string): string =>
  join(dataDir, "signing-secrets.json");

/**
 * The REST API's key. Every page has this
 * key, which only allows to insert leads.
 * @throws {Error} when the file cannot be read
 * or written, or does not contain the key
 */
export function keptPublicKey(dataDir: string, fromEnv?: string): string {
  // The key is short: a page has to fit the first
  // packets, and random text does not compress.
  const fresh = {
    publicKey: `ns_public_${randomBytes(16).toString("base64url")}`,
  };
  return (
    fromEnv ??
    readOrMake(keysPath(dataDir), v.object({ publicKey: nonEmpty }), fresh)
      .publicKey
  );
}

type SecretsFromEnv = {
  [Name in keyof SigningSecrets]?: SigningSecrets[Name] | undefined;
};

/** @throws as {@link keptPublicKey} */
export function keptSigningSecrets(
  dataDir: string,
  fromEnv: SecretsFromEnv,
): SigningSecrets {
  const { linkSecret, webhookSecrets } = fromEnv;
  if (linkSecret && webhookSecrets) return { linkSecret, webhookSecrets };
  const fresh = {
    linkSecret: `ns_link_${random()}`,
    webhookSecrets: [`whsec_${random("base64")}`],
  };
  const file = readOrMake(secretsPath(dataDir), SecretsFile, fresh);
  return {
    ...file,
    ...(linkSecret && { linkSecret }),
    ...(webhookSecrets && { webhookSecrets }),
  };
}

function readOrMake<T extends object>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  fresh: T,
) {
  let text: string;
  try {
    if (!statOf(path)) writeOnce(path, fresh);
    makePrivate(path);
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR cannot be used: ${messageOf(error)}. Name a folder that this user can write, on a disk with room.`,
    );
  }
  const parsed = v.safeParse(jsonText(schema), text);
  if (parsed.success) return parsed.output;
  const names = Object.keys(fresh).join(" and ");
  throw new OperatorError(
    `${path} does not contain ${names}. Restore it, or delete it for new ones.`,
  );
}

/**
 * A hard link makes the whole file appear at
 * once. Only the first of two processes makes it.
 */
function writeOnce(path: string, content: unknown): void {
  makePrivateFolder(dirname(path));
  const draft = `${path}.part-${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, {
      flag: "wx",
      mode: 0o600,
      flush: true,
    });
    giveToOwner(draft);
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
