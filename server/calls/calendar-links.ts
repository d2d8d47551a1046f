/**
 * Links that copy a call into a web calendar. They
 * name no guests: calendars would invite them.
 */

import type { CalendarLinks } from "../../contract/http/page.ts";
import { escapeMarkup } from "../http/escape-markup.ts";
import { timesOf, type Call } from "./invitation.ts";

/**
 * A copy does not move with the call, so the
 * copy's details end with a link to the call.
 */
export function calendarLinks(call: Call): CalendarLinks {
  const { booking, summary, location } = call;
  const { startsAt, endsAt } = booking;
  // iPhones leave out the location that Google's
  // link names, so the details repeat it.
  const details = [timesOf(call).join("\n"), ...call.details].join("\n\n");
  const [start = "", end = ""] = [startsAt, endsAt].map((at) =>
    at.replace(/\.\d+/, ""),
  );
  const outlook = {
    path: "/calendar/action/compose",
    rru: "addevent",
    startdt: start,
    enddt: end,
    subject: summary,
    body: escapeMarkup(details).replaceAll("\n", "<br>"),
    location,
  };
  return {
    google: address("https://calendar.google.com/calendar/render", {
      action: "TEMPLATE",
      text: summary,
      dates: `${start}/${end}`.replace(/[-:]/g, ""),
      details,
      location,
    }),
    outlook: address(
      "https://outlook.live.com/calendar/deeplink/compose",
      outlook,
    ),
    work: address(
      "https://outlook.office.com/calendar/deeplink/compose",
      outlook,
    ),
  };
}

/**
 * Encodes a space as `%20`: `URLSearchParams`
 * writes `+`, which Outlook shows as a plus sign.
 */
function address(base: string, parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== "");
  return `${base}?${pairs.map(([name, one]) => `${name}=${encodeURIComponent(one)}`).join("&")}`;
}
