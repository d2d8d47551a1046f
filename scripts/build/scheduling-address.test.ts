import { expect, test } from "vitest";
import { sharedContent } from "../../site/page-content.ts";
import { loadContent } from "../../server/content/content.ts";
import { sample } from "../../tests/content.ts";

const leadsTo = (schedulingUrl: string, needsScript: boolean) =>
  sharedContent(
    loadContent({ schedulingUrl }, sample),
    needsScript ? { kind: "empty", needsScript } : { kind: "empty" },
  ).site.schedulingUrl;

test("booking buttons lead to SCHEDULING_URL, else to /schedule, or to a static site's form", () => {
  expect(leadsTo("https://calendar.example/call", false)).toBe(
    "https://calendar.example/call",
  );
  expect(leadsTo("https://calendar.example/call", true)).toBe(
    "https://calendar.example/call",
  );
  expect(leadsTo("", false)).toBe("/schedule");
  expect(leadsTo("", true)).toBe("/book-call");
});
