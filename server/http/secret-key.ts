/** The secret key: checks whether a request carries it. */
import { createHash, timingSafeEqual } from "node:crypto";
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
