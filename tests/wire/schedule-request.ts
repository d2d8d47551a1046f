import type { PageState, ScheduleState } from "../../contract/http/page.ts";
import { startServer, testFrom } from "../support/server.ts";
import type { TestResponse, TestServer } from "../support/server.ts";
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

export function stateOf({
  body,
}: TestResponse): PageState & { schedule: ScheduleState } {
  return JSON.parse(
    /<script type="application\/json" id="state">(.*)<\/script>/.exec(
      body,
    )?.[1] ?? "",
  );
}
