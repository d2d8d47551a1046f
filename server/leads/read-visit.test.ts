import fc from "fast-check";
import { expect, test } from "vitest";
import { versionOf } from "../../contract/lead-visit.ts";
import { cleanLine } from "../../contract/typed-text.ts";
import { sourceKey, sourceName } from "../../contract/source.ts";
import { content } from "../../tests/content.ts";
import { readVisit, parseVisitHeader } from "./read-visit.ts";

const HOME = "https://agency.example/";

test.each([
  ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ["https://agency.example/book-call", "direct"],
])("a visit after %s came from %s", (referrer, word) => {
  const visit = readVisit({ page: HOME, referrer });
  expect(sourceName(sourceKey(visit), content.leadContent.sources)).toBe(word);
});

test("a visit keeps a valid version of the consent note, and drops any other text", () => {
  const version = versionOf("By submitting, you agree.");
  expect(readVisit({ consent: version }).consent).toEqual({ version });
  for (const odd of ["", "x", "12345678 ", "1".repeat(9)])
    expect(readVisit({ consent: odd }).consent).toBeUndefined();
});

test("a visit is bounded, readable and never an error, whatever is sent", () => {
  const part = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withQueryParameters: true }));
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 5 }),
      fc.string({ unit: "binary", maxLength: 400 }),
      (parts, value) => {
        const page = `${HOME}${encodeURIComponent(value.toWellFormed())}?utm_source=${encodeURIComponent(value.toWellFormed())}`;
        for (const seen of [parseVisitHeader(parts.join(" ")), { page, referrer: value, consent: value }]) {
          const visit = readVisit(seen);
          const { consent: _, campaign, ...rest } = visit;
          for (const text of [...Object.values(rest), ...Object.values(campaign)]) {
            expect(Array.from(String(text)).length).toBeLessThanOrEqual(200);
            expect(String(text)).toBe(cleanLine(String(text)));
          }
        }
      },
    ),
  );
});
