import type { PageState, ScheduleState } from "../../contract/http/page.ts";
import type { LeadFields } from "../../contract/lead/lead.ts";
import { startServer } from "../support/server.ts";
import type {
  TestRequest,
  TestResponse,
  TestServer,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { formRequest } from "./inbox-request.ts";
import { EVER, readCalls } from "../../server/calls/stored-calls.ts";

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
  startServer({ now: () => MONDAY_SEVEN, ...changes });

export function book(
  server: TestServer,
  changes: Record<string, string> = {},
  headers = {},
) {
  const fields = {
    ...FIELDS,
    startsAt: TUESDAY_TEN,
    zone: "Europe/London",
    ...changes,
  };
  return server.send(formRequest("/schedule", fields, headers));
}

/** Books a call. @returns the address of its page */
export async function callLink(
  server: TestServer,
  changes: Record<string, string> = {},
): Promise<string> {
  return String((await book(server, changes)).headers["location"]).replace(
    "&booked",
    "",
  );
}

export async function shown(
  server: TestServer,
  path = "/schedule",
): Promise<ScheduleState> {
  return stateOf(await server.send({ path })).schedule;
}

export async function timesOf(
  server: TestServer,
  query = "from=2027-03-01&days=14",
): Promise<string[]> {
  const { body } = await server.send({ path: `/schedule/times?${query}` });
  return JSON.parse(body).times;
}

/** The form of `/book-call` with a time for a call. */
export function callForm(
  lead: Partial<LeadFields>,
  startsAt: string,
): TestRequest {
  const fields = new URLSearchParams(String(postForm(lead).body));
  return formRequest("/schedule", {
    ...Object.fromEntries(fields),
    startsAt,
    zone: "Asia/Kathmandu",
  });
}

export const bookings = ({ store }: TestServer) =>
  readCalls(store, { since: EVER });

export function stateOf({
  body,
}: TestResponse): PageState & { schedule: ScheduleState } {
  return JSON.parse(
    /<script type="application\/json" id="state">(.*)<\/script>/.exec(
      body,
    )?.[1] ?? "",
  );
}
