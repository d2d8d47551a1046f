/** Times on the board: the visitor's day groups them, and the two hours of an overlap have names. Pages without a board. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NO_BOARD } from "../../../contract/page.ts";
import { BOOK_CALL, SCHEDULE_PATH } from "../../../contract/routes.ts";
import { SharedContentContext } from "../../components/shared-content.ts";
import { content } from "../../../tests/content.ts";
import { pageContents, sharedContent } from "../../page-content.ts";
import { Page as SchedulePage } from "./schedule-page.tsx";
import { StillSchedule } from "./still-pages.tsx";
import { inZone, oursIn } from "./times.ts";

const { schedulePage } = content;
const form = { kind: "empty" } as const;

function render(page: ReactNode): string {
  const shared = sharedContent(content, { status: 200, form });
  return renderToStaticMarkup(<SharedContentContext value={shared}>{page}</SharedContentContext>);
}

function board(times: string[], zone: string, taken: string[] = []): [string, string][] {
  const schedule = { view: "times" as const, times, taken, zone, agencyZone: "America/New_York" };
  const html = render(<SchedulePage schedule={schedule} content={{ schedulePage }} />);
  const text = (part = "") =>
    part
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  return html
    .split("<h3>")
    .slice(1)
    .map((day) => {
      const [head, rest = ""] = day.split("</h3>");
      return [text(head), text(rest.split(/<input[^>]*(?:name="day"|type="hidden")|<p><a /)[0])];
    });
}

test.each([
  [
    "an hour that comes twice has the name of each",
    ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"],
    "America/New_York",
    [["Sun Nov 1", "1:30 AM EDT 1:30 AM EST"]],
  ],
  [
    "a day of one name has no names",
    ["2026-11-02T14:00:00Z", "2026-11-02T14:30:00Z"],
    "America/New_York",
    [["Mon Nov 2", "9:00 AM 9:30 AM"]],
  ],
  [
    "an evening of the agency is the next day of a visitor far ahead, a quarter of an hour off",
    ["2026-11-02T14:00:00Z", "2026-11-02T20:30:00Z"],
    "Asia/Kathmandu",
    [
      ["Mon Nov 2", "7:45 PM"],
      ["Tue Nov 3", "2:15 AM"],
    ],
  ],
])("%s", (_, times, zone, days) => {
  expect(board(times, zone)).toEqual(days);
});

test("taken times are shown between open ones, and a day without an open time is full", () => {
  const [first, second, other] = ["2026-11-02T14:00:00Z", "2026-11-02T14:30:00Z", "2026-11-03T14:00:00Z"];
  expect(board([second], "America/New_York", [first, other])).toEqual([
    ["Mon Nov 2", `9:00 AM ${schedulePage.taken} 9:30 AM`],
    ["Tue Nov 3", schedulePage.full],
  ]);
});

test.each(NO_BOARD)("a page without times says why (%s), and links to the form or to the times", (why) => {
  const words = { ...content, ...pageContents(content).scheduleForm };
  const html = render(<StillSchedule schedule={{ view: "none", why }} content={words} form={form} />);
  expect(html).toContain(render(schedulePage.none[why].heading));
  expect(html).toContain(`href="${why === "link" ? SCHEDULE_PATH : BOOK_CALL.path}"`);
});

test("the agency's clock is shown where it differs, with its day where that differs", () => {
  const ours = ["America/Detroit", "America/Chicago", "Asia/Tokyo"].map((zone) =>
    oursIn("2026-11-02T15:30:00Z", "America/New_York", zone, "{time} for us"),
  );
  expect(ours).toEqual(["", "10:30\u00a0AM EST for us", "Mon, Nov\u00a02, 10:30\u00a0AM EST for us"]);
});

test("a zone has its place and its name without a line break, once where they are the same", () => {
  const names = ["America/New_York", "America/Sao_Paulo", "UTC", "Etc/UTC"].map(
    (zone) => inZone("2026-11-02T14:00:00Z", zone).zoneName,
  );
  expect(names).toEqual(["New York (EST)", "Sao Paulo (GMT\u22123)", "UTC", "UTC"]);
});
