/** Compares texts with a secret key, in the same time for every guess. */
import { createHash, timingSafeEqual } from "node:crypto";

export function createIsKey(key: string): (candidate: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
