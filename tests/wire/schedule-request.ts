import { expect } from "vitest";
import type { PageState, ScheduleState } from "../../contract/http/page.ts";
import { EVER, readCalls } from "../../server/calls/stored-calls.ts";
import { startServer, testFrom } from "../support/server.ts";
import type {
  TestRequest,
  TestResponse,
  TestServer,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { formRequest } from "./inbox-request.ts";

/** At 7 AM on a Monday in New York. */
export const MONDAY_SEVEN = Date.parse("2027-03-01T12:00:00.000Z");
export const TUESDAY_TEN = "2027-03-02T15:00:00Z";
/** Limits that also count requests of this machine. */
export const RATE_LIMIT = {
  perMinute: 10,
  totalPerMinute: 600,
  includeLoopback: true,
};

const FIELDS = Object.fromEntries(new URLSearchParams(String(postForm().body)));

export const site = (changes: Parameters<typeof startServer>[0] = {}) =>
  startServer({ at: MONDAY_SEVEN, ...changes });

export const siteTest = testFrom(site);

/** The form of a chosen time. */
export const callForm = (changes: Record<string, string> = {}, headers = {}) =>
  formRequest(
    "/schedule",
    { ...FIELDS, startsAt: TUESDAY_TEN, zone: "Europe/London", ...changes },
    headers,
  );

export const book = (
  server: TestServer,
  ...form: Parameters<typeof callForm>
) => server.send(callForm(...form));

/** Books a call. @returns the address of its page */
export async function callLink(
  server: TestServer,
  changes: Record<string, string> = {},
) {
  return String((await book(server, changes)).headers["location"]).replace(
    "&booked",
    "",
  );
}

export async function shown(server: TestServer, path = "/schedule") {
  return stateOf(await server.send({ path })).schedule;
}

export async function timesOf(
  server: TestServer,
  query = "from=2027-03-01&days=14",
): Promise<string[]> {
  const { body } = await server.send({ path: `/schedule/times?${query}` });
  return JSON.parse(body).times;
}

export const bookings = ({ store }: TestServer) =>
  readCalls(store, { since: EVER });

/**
 * A visitor whose requests are a list: each has its answer
 * below it, and how the page differs from the page before.
 */
export function visitorOf(server: TestServer) {
  const lines: string[] = [];
  let before: Record<string, string> = {};
  /** Sends a request, and opens the page to which the answer leads. */
  async function tell(request: TestRequest): Promise<void> {
    const { method = "GET", path, body = "" } = request;
    const { status, headers, body: page } = await server.send(request);
    const asked = decodeURIComponent(`${method} ${path} ${String(body)}`);
    const wait = String(headers["retry-after"] ?? "");
    lines.push(withoutTokens(asked), `  ${status} ${wait}`.trimEnd());
    const { location } = headers;
    if (location !== undefined) return tell({ path: String(location) });
    const [, state] = STATE.exec(page) ?? [];
    if (page.startsWith("{"))
      lines.push(`  ${withoutTokens(page).slice(0, 400)}`);
    if (state === undefined) return;
    const { schedule, form } = JSON.parse(withoutTokens(state), inShort);
    const after: typeof before = {};
    for (const [name, value] of Object.entries({ ...schedule, form })) {
      after[name] = JSON.stringify(value);
      if (after[name] !== before[name]) lines.push(`  ${name}: ${after[name]}`);
    }
    const gone = Object.keys(before).filter((name) => !(name in after));
    if (gone.length > 0) lines.push(`  without ${gone.join(", ")}`);
    before = after;
  }
  return {
    tell,
    note: (what: unknown) => lines.push(JSON.stringify(what)),
    tellCalls: async () => {
      for (const { startsAt, state, sequence, zone } of await bookings(server))
        lines.push(`The call: ${startsAt} ${state} ${sequence} ${zone}`);
    },
    /** Compares the list with `schedule.NAME.said.txt`. */
    expectSaid: (name: string) =>
      expect(lines.join("\n")).toMatchFileSnapshot(`schedule.${name}.said.txt`),
  };
}

const withoutTokens = (text: string) =>
  text.replaceAll(/[\w-]{30,}[\w.-]*/g, "…");

/** Of a day's times the number is enough; calendars have a list of their own. */
const inShort = (name: string, value: unknown) => {
  if (name === "times" && Array.isArray(value)) return value.length;
  return ["opens", "calendars", "message"].includes(name) ? undefined : value;
};

const STATE = /<script type="application\/json" id="state">(.*)<\/script>/;

export function stateOf({
  body,
}: TestResponse): PageState & { schedule: ScheduleState } {
  return JSON.parse(STATE.exec(body)?.[1] ?? "");
}
