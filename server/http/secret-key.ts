/** Whether a request carries the secret key: for addresses that are the operator's alone. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

export type IsOwner = (request: FastifyRequest) => boolean;

/** The key stands in the `apikey` header or as the bearer (RFC 6750); where it stands in both, both have to be right. */
export function createIsOwner(secretKey: string): IsOwner {
  const expected = digest(secretKey);
  return ({ headers }) => {
    const [, bearer] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
    const given = [headers["apikey"], bearer].filter((key) => key !== undefined);
    return (
      given.length > 0 &&
      given.every((key) => typeof key === "string" && timingSafeEqual(digest(key), expected))
    );
  };
}

/** Digests have one length, so that comparing them takes the same time for every guess. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
