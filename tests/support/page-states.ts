/** Every state of every public page as data, so that tests render it without a server. */
import { clocksOf } from "../../contract/locale/in-zone.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { localeOf } from "../../contract/locale/locale.ts";
import type { Content } from "../../contract/content/schema.ts";
import {
  ASK_STEPS,
  NO_BOARD,
  NO_CALL,
  SCHEDULE_NOTICES,
} from "../../contract/http/page.ts";
import type {
  BookedCall,
  CallPhase,
  FormState,
  PageState,
  ScheduleState,
} from "../../contract/http/page.ts";
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/http/routes.ts";

const PHASES: CallPhase[] = [
  "ahead",
  "late",
  "now",
  "over",
  "cancelled",
  "missed",
];
const STATUSES = [404, 429, 500, 503];

/** @param now milliseconds since 1970 @param timeZone the agency's @returns states keyed by name */
export function pageStates(
  now: number,
  timeZone: string,
  { trades, ...content }: Content,
): Map<string, PageState> {
  const at = (hours: number) =>
    new Date(Math.ceil(now / HOUR_MS + hours) * HOUR_MS).toISOString();
  const zones = { zone: timeZone, agencyZone: timeZone };
  const times = [24, 25, 26, 48, 49, 72].map(at);
  const days = [24, 48, 72, 96, 120].map(at).map((opens, n) => ({
    day: opens.slice(0, 10),
    opens,
    times: n === 1 ? [] : [opens],
    left: n === 1 ? 0 : 1,
  }));
  const board = {
    view: "times",
    days,
    day: days[0]?.day ?? "",
    soonest: times.slice(0, 3),
    ...zones,
  } as const;
  const clocks = clocksOf(at(25), timeZone, timeZone, localeOf(content));
  const chosen = {
    view: "form",
    startsAt: at(25),
    day: at(25).slice(0, 10),
    clocks,
    phone: "",
    ...zones,
  } as const;
  const call: Omit<BookedCall, "phase"> = {
    view: "call",
    startsAt: at(25),
    news: { kind: "none" },
    email: "sam@porter.example",
    token: "x",
    phone: "+1 201 555 0142",
    from: "(201) 555-0142",
    link: "",
    calendars: { google: "#", outlook: "#", work: "#" },
    offer: SCHEDULE_PATH,
    ...zones,
  };
  const form: Record<string, FormState> = {
    empty: { kind: "empty" },
    "without-server": { kind: "empty", needsScript: true },
    failed: {
      kind: "failed",
      values: { name: "Sam Porter", email: "sam@" },
      message: "The form was not sent.",
      problems: [{ input: "email", message: "Enter an email address." }],
    },
    sent: { kind: "submitted", email: "sam@porter.example" },
    "sent-with-offer": {
      kind: "submitted",
      email: "sam@porter.example",
      offer: SCHEDULE_PATH,
    },
  };
  const schedule: Record<string, ScheduleState> = {
    times: board,
    "times-moving": { ...board, token: "x", movedFrom: at(25) },
    chosen,
    "call-booked": { ...call, phase: "ahead", news: { kind: "booked" } },
    "call-late": { ...call, phase: "late" },
    "call-moved": {
      ...call,
      phase: "ahead",
      news: { kind: "moved", from: at(48) },
    },
    ...named("times", SCHEDULE_NOTICES, (notice) => ({ ...board, notice })),
    ...named("kept", NO_CALL, (why) => ({
      ...zones,
      view: "kept",
      why,
      wishedAt: at(25),
      nearest: board.soonest,
      phone: "(201) 555-0177",
      answerBy: at(24),
      token: "x",
    })),
    ...named("call", PHASES, (phase) => ({ ...call, phase })),
    ...named("none", NO_BOARD, (why) => ({ view: "none", why })),
    ...named("link", ASK_STEPS, (step) => ({ view: "ask", step })),
  };
  const empty: FormState = { kind: "empty" };
  const page = (path: string, more: Partial<PageState> = {}) => ({
    path,
    status: 200,
    form: empty,
    ...more,
  });
  return new Map(
    Object.entries({
      home: page("/"),
      ...named("trade", Object.keys(trades), (trade) => page(`/${trade}`)),
      ...named("form", Object.keys(form), (key) =>
        page(BOOK_CALL.path, { form: form[key] ?? empty }),
      ),
      ...Object.fromEntries(
        Object.entries(schedule).map(([key, state]) => [
          `schedule-${key}`,
          page(SCHEDULE_PATH, { schedule: state }),
        ]),
      ),
      ...named("error", STATUSES.map(String), (status) =>
        page("/error", { status: Number(status) }),
      ),
    }),
  );
}

function named<Name extends string, State>(
  group: string,
  names: readonly Name[],
  make: (name: Name) => State,
) {
  return Object.fromEntries(
    names.map((name) => [`${group}-${name}`, make(name)]),
  );
}
