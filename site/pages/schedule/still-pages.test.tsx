import { expect, test, vi } from "vitest";
import {
  type BookedCall,
  type ChosenTime,
  type FormState,
  type KeptLead,
  type ScheduleState,
} from "../../../contract/http/page.ts";
import { content } from "../../../tests/content.ts";
import { EMPTY, listOf, render } from "../../../tests/support/said.tsx";
import { headOf } from "../../document.tsx";
import { pageContents } from "../../page-content.ts";
import { OwnCallPage } from "./own-call.tsx";
import { partOfDay } from "./part-of-day.ts";
import { StillSchedule } from "./still-pages.tsx";

const pages = pageContents(content);
const texts = pages.schedule.schedulePage;
const words = { ...content, ...pages.scheduleForm, ...pages.schedule };
const NEW_YORK = "America/New_York";
const ZONES = { zone: NEW_YORK, agencyZone: NEW_YORK };
const NOW = "2026-12-03T14:00:00Z";
const NEXT = "2026-12-03T15:00:00Z";

/** A page, with its title at the end of its main part. */
const still = (schedule: ScheduleState, form: FormState = EMPTY) => {
  const { title } = headOf({ path: "/", status: 200, form, schedule }, content);
  return render(
    <StillSchedule schedule={schedule} content={words} form={form} />,
  ).replace("</main>", `${title}</main>`);
};

const CALL: BookedCall = {
  view: "call",
  startsAt: NOW,
  zone: "America/Chicago",
  agencyZone: NEW_YORK,
  phase: "ahead",
  news: { kind: "none" },
  email: "dana@ortiz.example",
  token: "t",
  phone: "2015550100",
  from: "2015550142",
  link: "",
  calendars: { google: "/g", outlook: "/o", work: "/w" },
  offer: "/again",
};
const WANTED = { news: { kind: "not-booked", wanted: NEXT } } as const;
const MOVED = { news: { kind: "moved", from: NEXT } } as const;

const KEPT: KeptLead = {
  view: "kept",
  why: "taken",
  phone: "",
  nearest: [NOW, "2026-12-10T14:00:00Z"],
  wishedAt: "2026-12-02T14:00:00Z",
  answerBy: "2026-12-05T07:00:00Z",
  token: "t",
  ...ZONES,
};

const TIME: ChosenTime = {
  view: "form",
  startsAt: NOW,
  day: "2026-12-03",
  clocks: { day: "Thu", time: "9", zone: "EST", agencyTime: "" },
  token: "t",
  ...ZONES,
};

const STATES: Record<string, ScheduleState> = {
  "a call ahead": CALL,
  "a call that is late to change": { ...CALL, phase: "late" },
  "a call that is now": { ...CALL, phase: "now" },
  "a moved call": { ...CALL, ...MOVED },
  "a refused change": { ...CALL, news: { kind: "refused", notice: "over" } },
  "a wanted time": { ...CALL, ...WANTED },
  "a wanted time, now": { ...CALL, ...WANTED, phase: "now" },
  "a wanted time, too late": { ...CALL, ...WANTED, phase: "late" },
  "a call without mail": { ...CALL, email: "" },
  "a call without mail, late": { ...CALL, email: "", phase: "late" },
  "a call by link": { ...CALL, phone: "", link: "https://m.example/x" },
  "a call from no number": { ...CALL, from: "" },
  "a call in the agency's zone": { ...CALL, ...ZONES },
  "a call that is over": { ...CALL, ...WANTED, phase: "over" },
  "a cancelled call": { ...CALL, ...MOVED, phase: "cancelled" },
  "a cancelled call without mail": { ...CALL, phase: "cancelled", email: "" },
  "a kept lead": KEPT,
  "a kept lead with a number": { ...KEPT, phone: "2015550100" },
  "a kept lead without times": { ...KEPT, why: "full", nearest: [] },
  "a kept lead without promise": { ...KEPT, answerBy: undefined },
  "a kept lead with a call": { ...KEPT, why: "has-call", nearest: [] },
  "a kept lead beyond the limit": { ...KEPT, why: "limit", nearest: [] },
  "a kept lead without wish": { ...KEPT, why: "never", wishedAt: undefined },
  "all times taken": { view: "none", why: "full" },
  "never open": { view: "none", why: "closed" },
  "no store": { view: "none", why: "unavailable" },
  "a bad link": { view: "none", why: "link" },
  "asking for a link": { view: "ask", step: "asking" },
  "asking with a wrong address": { view: "ask", step: "wrong", typed: "dana" },
  "a sent link": { view: "ask", step: "sent", typed: "dana" },
  "all zones": {
    view: "zones",
    now: NOW,
    back: { day: "2026-12-03", token: "t" },
    ...ZONES,
    zone: "Etc/GMT+5",
  },
  "a known lead's time": TIME,
  "a known lead's number": { ...TIME, phone: "1" },
};

test("each page says and offers what its visitor can do now, and nothing else", async () => {
  const problem = { input: "callNumber", message: "No." } as const;
  const wrong = { kind: "failed", values: {}, message: "No." } as const;
  const own = { path: "/own?token=t", startsAt: NOW, zone: "UTC" };
  const ownPage = (startsAt: string) => (
    <OwnCallPage call={own} wanted={{ startsAt, zone: "UTC" }} texts={texts} />
  );
  vi.spyOn(Intl, "supportedValuesOf").mockReturnValue(
    "Asia/Kolkata Europe/Kyiv Europe/Kiev America/Chicago America/Lima".split(
      " ",
    ),
  );
  const shown = Object.entries(STATES).map(([name, state]) => [
    name,
    still(state),
  ]);
  await expect(
    listOf({
      ...Object.fromEntries(shown),
      "a known lead's wrong number": still(
        { ...TIME, phone: "1" },
        { ...wrong, problems: [problem] },
      ),
      "the tab's own time": render(ownPage(NOW)),
      "another time than the tab's": render(ownPage(NEXT)),
    }),
  ).toMatchFileSnapshot("still-pages.said.txt");
});

test("hours are parts of a day", () => {
  expect([4, 5, 11, 12, 16, 17].map(partOfDay).join()).toBe(
    "night,morning,morning,afternoon,afternoon,evening",
  );
});
