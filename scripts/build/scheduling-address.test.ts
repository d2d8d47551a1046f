/** The targets of the three buttons that book a call: never a placeholder. */
import { expect, test } from "vitest";
import { sharedContent } from "../../site/page-content.ts";
import { loadContent } from "../../server/content/content.ts";
import { sample } from "../../tests/content.ts";

const leadsTo = (schedulingUrl: string, needsScript: boolean) =>
  sharedContent(loadContent({ schedulingUrl }, sample), {
    status: 200,
    form: needsScript ? { kind: "empty", needsScript } : { kind: "empty" },
  }).site.schedulingUrl;

test("they lead to SCHEDULING_URL, else to the site's own page, without a server to the form", () => {
  expect(leadsTo("https://calendar.example/call", false)).toBe("https://calendar.example/call");
  expect(leadsTo("https://calendar.example/call", true)).toBe("https://calendar.example/call");
  expect(leadsTo("", false)).toBe("/schedule");
  expect(leadsTo("", true)).toBe("/book-call");
});
