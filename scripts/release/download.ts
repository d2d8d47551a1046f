/** A release from an address: bounded, over TLS, and signed with the key that the running release names. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inProject } from "../../server/configuration/variables.ts";
import { reasonOf } from "../../contract/error-code.ts";
import { OperatorError } from "../../server/configuration/operator-error.ts";

/** In the format of minisign, which signs releases. */
const KEY_FILE = "deploy/minisign.pub";
const MOST_BYTES = { archive: 200 * 1024 * 1024, text: 4 * 1024 };
/** For each file. Milliseconds. */
const PATIENCE_MS = 15 * 60 * 1000;
/** The beginning of each Ed25519 key in DER. Source: RFC 8410, section 10.1. */
const DER = Buffer.from("302a300506032b6570032100", "hex");

/** @param folder receives the archive and its checksum, once the signature is right @returns the archive's path @throws {OperatorError} */
export async function download(
  address: string,
  folder: string,
  keyFile = inProject(KEY_FILE),
): Promise<string> {
  if (!existsSync(keyFile))
    throw new OperatorError(
      `This release has no ${KEY_FILE}, so it cannot check who made another one: download the archive, and name the file.`,
    );
  const name = basename(new URL(address).pathname);
  const archive = await bytesAt(address, MOST_BYTES.archive);
  const signature = await bytesAt(`${address}.minisig`, MOST_BYTES.text);
  const digest = createHash("blake2b512").update(archive).digest();
  verifySignature(readFileSync(keyFile, "utf8"), signature.toString("latin1"), digest, name);
  const path = join(folder, name);
  writeFileSync(path, archive);
  writeFileSync(`${path}.sha256`, createHash("sha256").update(archive).digest("hex"));
  return path;
}

/** Through redirects, too: the signature says who made the file. @throws {OperatorError} */
async function bytesAt(address: string, most: number): Promise<Buffer> {
  if (!address.startsWith("https://")) throw new OperatorError(`${address} must be https://.`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status !== 200 || !answer.body)
      throw new OperatorError(`${address} answered with ${answer.status}.`);
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > most) throw new OperatorError(`${address} has more than ${most} bytes.`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${address} could not be downloaded: ${reasonOf(error)}.`);
  }
  return Buffer.concat(chunks);
}

/**
 * Source: minisign, "Signature format". The trusted comment has the name of the file: an old release is not taken for another.
 * @param digest the file's BLAKE2b-512 @throws {OperatorError}
 */
export function verifySignature(key: string, signature: string, digest: Buffer, name: string): void {
  const bytes = (text: string, line: number) => Buffer.from(text.split("\n")[line] ?? "", "base64");
  const [known, signed] = [bytes(key, 1), bytes(signature, 1)];
  const comment = /^trusted comment: (.*)$/m.exec(signature)?.[1] ?? "";
  const publicKey = createPublicKey({
    key: Buffer.concat([DER, known.subarray(10)]),
    format: "der",
    type: "spki",
  });
  const isOf = (message: Buffer, part: Buffer) =>
    part.length === 64 && verify(null, message, publicKey, part);
  const [id, of] = [signed.subarray(2, 10), signed.subarray(10)];
  const isOurs = signed.subarray(0, 2).toString() === "ED" && id.equals(known.subarray(2, 10));
  if (
    !isOurs ||
    !isOf(digest, of) ||
    !isOf(Buffer.concat([of, Buffer.from(comment, "latin1")]), bytes(signature, 3))
  )
    throw new OperatorError(`${name} is not signed with the key of this release, so it was not unpacked.`);
  if (!comment.split(/\s/).includes(`file:${name}`))
    throw new OperatorError(`The signature of ${name} is that of another file, so it was not unpacked.`);
}
