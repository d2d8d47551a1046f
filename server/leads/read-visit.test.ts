import fc from "fast-check";
import { expect, test } from "vitest";
import { consentVersionOf } from "../../contract/lead/lead-visit.ts";
import { cleanLine } from "../../contract/lead/typed-text.ts";
import { sourceKey, sourceName } from "../../contract/lead/source.ts";
import { content } from "../../tests/content.ts";
import { anyCharacter } from "../../tests/support/alphabets.ts";
import { readVisit, parseVisitHeader } from "./read-visit.ts";

const HOME = "https://agency.example/";

test.each([
  ["android-app://com.example.news/", "com.example.news"],
  ["https://agency.example/book-call", "direct"],
])("a visit after %s came from %s", (referrer, word) => {
  const visit = readVisit({ page: HOME, referrer });
  expect(sourceName(sourceKey(visit), content.leadContent.sources)).toBe(word);
});

test("a visit keeps a valid version of the consent note, and drops any other text", () => {
  const version = consentVersionOf("By submitting, you agree.");
  expect(readVisit({ consent: version }).consent).toEqual({ version });
  for (const odd of ["", "x", "12345678 ", "1".repeat(9)])
    expect(readVisit({ consent: odd }).consent).toBeUndefined();
});

test("a visit is bounded, readable and never an error, whatever is sent", () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 400 });
  const url = text
    .map(encodeURIComponent)
    .map((word) => `${HOME}${word}?utm_source=${word}`);
  const parts = fc.array(fc.oneof(text, url), { maxLength: 5 });
  fc.assert(
    fc.property(parts, url, text, (sent, page, word) => {
      for (const seen of [
        parseVisitHeader(sent.join(" ")),
        { page, referrer: word, consent: word },
      ]) {
        const { consent: _, campaign, ...rest } = readVisit(seen);
        for (const read of [
          ...Object.values(rest),
          ...Object.values(campaign),
        ].map(String)) {
          expect(Array.from(read).length).toBeLessThanOrEqual(200);
          expect(read).toBe(cleanLine(read));
        }
      }
    }),
  );
});
