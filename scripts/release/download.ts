/** A release from an address: bounded, over TLS alone, and signed with the key that the running release names. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { createWriteStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inProject } from "../../server/configuration/variables.ts";
import { reasonOf } from "../../contract/error-code.ts";
import { UpdateError } from "./releases.ts";

/** In the format of minisign, which signs releases. */
const KEY_FILE = "deploy/minisign.pub";
const MOST_REDIRECTS = 5;
const MOST_BYTES = { archive: 500 * 1024 * 1024, text: 4 * 1024 };
/** For each file. Milliseconds. */
const PATIENCE_MS = 15 * 60 * 1000;
/** The beginning of each Ed25519 key in DER. Source: RFC 8410, section 10.1. */
const DER = Buffer.from("302a300506032b6570032100", "hex");

/** @param folder receives the archive, with its checksum beside it @returns the archive's path @throws {UpdateError} */
export async function download(
  address: string,
  folder: string,
  keyFile = inProject(KEY_FILE),
): Promise<string> {
  if (!existsSync(keyFile))
    throw new UpdateError(
      `This release has no ${KEY_FILE}, so it cannot check who made another one: download the archive, and name the file.`,
    );
  const archive = join(folder, basename(new URL(address).pathname));
  const hash = createHash("blake2b512");
  await fetchTo(address, MOST_BYTES.archive, async (body) => {
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(body, hashing, createWriteStream(archive));
  });
  writeFileSync(`${archive}.sha256`, await textAt(`${address}.sha256`));
  const signature = await textAt(`${address}.minisig`);
  verifySignature(readFileSync(keyFile, "utf8"), signature, hash.digest(), basename(archive));
  return archive;
}

async function textAt(address: string): Promise<string> {
  let text = "";
  await fetchTo(address, MOST_BYTES.text, async (body) => {
    for await (const chunk of body) text += Buffer.from(chunk).toString("latin1");
  });
  return text;
}

/** @throws {UpdateError} for another answer than the file, or one that is too long */
async function fetchTo(
  address: string,
  mostBytes: number,
  use: (body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let at = new URL(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (at.protocol !== "https:")
      throw new UpdateError(`${address} leads to ${at.protocol}//, but must be https://.`);
    try {
      const answer = await fetch(at, { redirect: "manual", signal });
      const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
      if (location === null) {
        if (answer.status !== 200 || !answer.body)
          throw new UpdateError(`${address} answered with ${answer.status}.`);
        return await use(atMost(answer.body, mostBytes, address));
      }
      await answer.body?.cancel();
      at = new URL(location, at);
    } catch (error) {
      if (error instanceof UpdateError) throw error;
      throw new UpdateError(`${address} could not be downloaded: ${reasonOf(error)}.`);
    }
  }
  throw new UpdateError(`${address} is redirected more than ${MOST_REDIRECTS} times.`);
}

async function* atMost(body: AsyncIterable<Uint8Array>, mostBytes: number, address: string) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new UpdateError(`${address} has more than ${mostBytes} bytes.`);
    yield chunk;
  }
}

/**
 * Source: minisign, "Signature format". The trusted comment has the name of the file: an old release is not taken for another.
 * @param digest the file's BLAKE2b-512 @throws {UpdateError}
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
    throw new UpdateError(`${name} is not signed with the key of this release, so it was not unpacked.`);
  if (!comment.split(/\s/).includes(`file:${name}`))
    throw new UpdateError(`The signature of ${name} is that of another file, so it was not unpacked.`);
}
