/** Finds words in leads that differ by one letter from a searched word that no lead has. */
import { text, type Query } from "../store/query.ts";
import { textsWith } from "./search.ts";

const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** Too many words differ by one letter from a shorter word. */
const SHORTEST = 4;
const MOST_WORDS = 3;

const MOST_READ = 1_000;

const MOST_NEAR = 5;

/** The texts that a search for `wanted` may mean. Each has one corrected word. */
export async function findCorrections(
  query: Query,
  wanted: string,
): Promise<string[]> {
  const texts: string[] = [];
  const words = [...wanted.matchAll(WORD)].filter(
    ([word]) => word.length >= SHORTEST,
  );
  for (const { 0: word, index } of words.slice(0, MOST_WORDS))
    for (const near of await findNearWords(query, word))
      texts.push(
        wanted.slice(0, index) + near + wanted.slice(index + word.length),
      );
  return texts;
}

async function findNearWords(query: Query, word: string): Promise<string[]> {
  const rows = await query`${textsWith(intactParts(word), MOST_READ)}`;
  const words = rows.flatMap((row) => text(row, "text").match(WORD) ?? []);
  const byWord = Map.groupBy(words, (other) => other);
  const near = [...byWord].filter(([other]) => isOneLetterOff(word, other));
  const byCount = near.toSorted(([, a], [, b]) => b.length - a.length);
  return byCount.slice(0, MOST_NEAR).map(([other]) => other);
}

/** Whether two different words become equal when each loses at most one letter. */
function isOneLetterOff(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false;
  const shortened = new Set(withOneLess(word));
  return withOneLess(other).some((one) => shortened.has(one));
}

const withOneLess = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
];

/**
 * Each word that differs from `word` by one letter contains one of these parts. Most such words
 * contain a half of `word`. `broken` lists the others, in which both halves differ.
 */
function intactParts(word: string): string[] {
  const length = Math.max(3, Math.floor(word.length / 2));
  const halves = [word.slice(0, length), word.slice(-length)];
  const broken = variants(word).filter(
    (one) => !halves.some((half) => one.includes(half)),
  );
  return [...new Set([...halves, ...broken])];
}

/** Words with one letter added, replaced or removed, or with two neighbors swapped. */
function variants(word: string): string[] {
  return Array.from({ length: word.length + 1 }, (_, at) => at).flatMap(
    (at) => {
      const [before, after] = [word.slice(0, at), word.slice(at)];
      const swapped =
        before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
      const withLetter = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => [
        before + letter + after,
        before + letter + after.slice(1),
      ]);
      return [before + after.slice(1), swapped, ...withLetter.flat()];
    },
  );
}
