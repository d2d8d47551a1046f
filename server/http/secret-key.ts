/** The secret key: checks whether a request carries it, and lets two programs prove to each other that they know it. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

export type HasSecretKey = (request: FastifyRequest) => boolean;

/** The key is in the `apikey` header or the bearer (RFC 6750); if both are there, both must be right. */
export function createHasSecretKey(secretKey: string): HasSecretKey {
  const isSecretKey = createIsKey(secretKey);
  return ({ headers }) => {
    const [, bearer] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
    const keys = [headers["apikey"], bearer].filter((key) => key !== undefined);
    return keys.length > 0 && keys.every((key) => typeof key === "string" && isSecretKey(key));
  };
}

/** Takes the same time for every guess, by comparing digests of equal length. */
export function createIsKey(key: string): (candidate: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}

/** The question in a request to `/healthz`, and the proof in its answer. */
export const PROOF_HEADER = "x-key-proof";

const mac = (secretKey: string, role: "asks" | "answers", nonce: string): string =>
  createHmac("sha256", secretKey).update(`${role} ${nonce}`).digest("base64url");

/** The client proves first that it knows the key: strangers get nothing to guess from (ISO/IEC 9798-4). */
export function askForProof(secretKey: string) {
  const nonce = randomBytes(32).toString("base64url");
  const isProof = createIsKey(mac(secretKey, "answers", nonce));
  return { header: `${nonce}.${mac(secretKey, "asks", nonce)}`, isProof };
}

/** @returns undefined when the question does not prove that its sender knows the key. */
export function proofFor(secretKey: string, question: string): string | undefined {
  const [nonce = "", shown = ""] = question.split(".");
  return createIsKey(mac(secretKey, "asks", nonce))(shown) ? mac(secretKey, "answers", nonce) : undefined;
}
