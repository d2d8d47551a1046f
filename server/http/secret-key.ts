/** Compares a text with a secret key. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Takes the same time for every guess, by comparing digests of equal length. */
export function createIsKey(key: string): (candidate: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
