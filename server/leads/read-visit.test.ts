import fc from "fast-check";
import { expect, test } from "vitest";
import { describeVisit, versionOf } from "../../contract/lead-visit.ts";
import { cleanLine } from "../../contract/typed-text.ts";
import { sourceKey, sourceName } from "../../contract/source.ts";
import { content } from "../../tests/content.ts";
import { readVisit, seenInHeader } from "./read-visit.ts";

const HOME = "https://agency.example/";

test("a visit has the first page, the referring site and the campaign, and nothing else", () => {
  const page = `${HOME}pricing?utm_source=Facebook&utm_campaign=Spring%20sale&fbclid=Iw1&email=dana@x.example#top`;
  const visit = readVisit({ page, referrer: "https://m.facebook.com/feed?secret=1" });
  expect(visit).toEqual({
    from: "facebook",
    page: "/pricing",
    referrer: "m.facebook.com",
    campaign: { utm_source: "Facebook", utm_campaign: "Spring sale", fbclid: "Iw1" },
  });
  expect(describeVisit(visit, content.leadContent.sources)).toBe(
    "Facebook · /pricing · utm_source=Facebook · utm_campaign=Spring sale · fbclid=Iw1",
  );
});

test.each([
  ["", "android-app://com.google.android.gm/", "com.google.android.gm"],
  ["", "https://agency.example/book-call", "direct"],
  ["?gclid=1", "https://www.google.com/", "Google, paid"],
])("a visit %s after %s came from %s", (query, referrer, word) => {
  const visit = readVisit({ page: HOME + query, referrer });
  expect(sourceName(sourceKey(visit), content.leadContent.sources)).toBe(word);
});

test("a visit is bounded in each part", () => {
  const long = "x".repeat(15_000);
  const addresses = { page: `${HOME}${long}?utm_source=${long}`, referrer: `https://${long}.example/` };
  expect(JSON.stringify(readVisit(addresses)).length).toBeLessThan(1_000);
});

test("a visit has the version of the consent note, and nothing else that was sent in its place", () => {
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
        for (const seen of [seenInHeader(parts.join(" ")), { page, referrer: value, consent: value }]) {
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
