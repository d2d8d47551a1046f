import { expect, test } from "vitest";
import { consentVersionOf } from "../../contract/lead/lead-visit.ts";
import { sourceKey, sourceName } from "../../contract/lead/source.ts";
import { content } from "../../tests/content.ts";
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

test("a visit is bounded and readable, whatever is sent", () => {
  const long = "x".repeat(300);
  const url = `https://${long}.example/${long}?utm_source=%E2%80%AE${long}`;
  for (const seen of [parseVisitHeader(`v ${url} ${url}`), { page: "%" }]) {
    const { campaign, page = "", referrer = "" } = readVisit(seen);
    for (const read of [page, referrer, ...Object.values(campaign)]) {
      expect(read.length).toBeLessThanOrEqual(200);
      expect(read).not.toContain("\u202e");
    }
  }
});
