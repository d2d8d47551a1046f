/** Whether a request carries the secret key: for addresses that are the operator's alone. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

export type HasSecretKey = (request: FastifyRequest) => boolean;

/** The key stands in the `apikey` header or as the bearer (RFC 6750); where it stands in both, both have to be right. */
export function createHasSecretKey(secretKey: string): HasSecretKey {
  const isSecretKey = createIsKey(secretKey);
  return ({ headers }) => {
    const [, bearer] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
    const given = [headers["apikey"], bearer].filter((key) => key !== undefined);
    return given.length > 0 && given.every((key) => typeof key === "string" && isSecretKey(key));
  };
}

/** Compares with a key in the same time for every guess: what is compared are digests, which have one length. */
export function createIsKey(key: string): (given: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return (given) => timingSafeEqual(digest(given), expected);
}
