/** Compares texts with a secret key, in the same time for every guess. */

import { hash, timingSafeEqual } from "node:crypto";

export function createIsKey(key: string): (candidate: string) => boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  const expected = digest(key);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
