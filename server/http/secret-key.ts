/** Whether a request carries a secret key. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

export type HasKey = (request: FastifyRequest) => boolean;

/** The key is in the `apikey` header or the bearer (RFC 6750); if both are there, both must be right. */
export function createHasKey(secretKey: string): HasKey {
  const isKey = createIsKey(secretKey);
  return ({ headers }) => {
    const [, bearer] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
    const keys = [headers["apikey"], bearer].filter((key) => key !== undefined);
    return keys.length > 0 && keys.every((carried) => typeof carried === "string" && isKey(carried));
  };
}

/** Takes the same time for every guess, by comparing digests of equal length. */
export function createIsKey(key: string): (candidate: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
