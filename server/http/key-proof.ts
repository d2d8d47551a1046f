/**
 * How two programs show each other that they know the secret key, without saying it: the one that asks goes first, so
 * that nobody else gets anything from which a weak key could be guessed. Source: ISO/IEC 9798-4, "mutual authentication".
 */
import { createHmac, randomBytes } from "node:crypto";
import { createIsKey } from "./secret-key.ts";

/** Of `/healthz`: the question, and in the answer the proof. */
export const PROOF_HEADER = "x-key-proof";

const mac = (secretKey: string, role: "asks" | "answers", nonce: string): string =>
  createHmac("sha256", secretKey).update(`${role} ${nonce}`).digest("base64url");

/** `header` is what to send. */
export function askForProof(secretKey: string) {
  const nonce = randomBytes(32).toString("base64url");
  const isProof = createIsKey(mac(secretKey, "answers", nonce));
  return { header: `${nonce}.${mac(secretKey, "asks", nonce)}`, isProof };
}

/** Undefined for who does not know the key. */
export function proofFor(secretKey: string, question: string): string | undefined {
  const [nonce = "", shown = ""] = question.split(".");
  return createIsKey(mac(secretKey, "asks", nonce))(shown) ? mac(secretKey, "answers", nonce) : undefined;
}
