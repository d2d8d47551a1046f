/**
 * Links that add a copy of a call to a calendar on the web. Both addresses are the vendors' own and undocumented; they are written out with `encodeURIComponent`, since
 * Outlook shows a `+` as it is. Guests are left out: a copy would invite them.
 */
import { escapeMarkup } from "../../contract/escape-markup.ts";
import type { CalendarLinks } from "../../contract/page.ts";
import { timesOf, type Call } from "../deliveries/mail/invitation.ts";

/** Some servers refuse a longer address. Characters. */
const MAX_LENGTH = 2_000;

const OUTLOOK = {
  outlook: "https://outlook.live.com/calendar/deeplink/compose",
  work: "https://outlook.office.com/calendar/deeplink/compose",
};

/** The copy follows no move and no cancellation, so the last of the call's details leads to its page. */
export function calendarLinks(call: Call): CalendarLinks {
  const { booking, summary, location } = call;
  const [startsAt, endsAt] = [booking.startsAt, booking.endsAt].map((at) => at.replace(/\.\d+/, ""));
  // iPhones leave out the location that Google's link names, so the details repeat it.
  const details = [timesOf(call).join("\n"), ...call.details].join("\n\n");

  const google = (text: string) =>
    address("https://calendar.google.com/calendar/render", {
      action: "TEMPLATE",
      text: summary,
      dates: `${startsAt}/${endsAt}`.replace(/[-:]/g, ""),
      details: text,
      location,
    });
  const outlook = (base: string) => (text: string) =>
    address(base, {
      path: "/calendar/action/compose",
      rru: "addevent",
      startdt: startsAt ?? "",
      enddt: endsAt ?? "",
      subject: summary,
      body: escapeMarkup(text).replaceAll("\n", "<br>"),
      location,
    });
  const within = (make: (text: string) => string) => {
    const whole = make(details);
    return whole.length <= MAX_LENGTH ? whole : make(call.details.at(-1) ?? "");
  };
  return {
    google: within(google),
    outlook: within(outlook(OUTLOOK.outlook)),
    work: within(outlook(OUTLOOK.work)),
  };
}

function address(base: string, parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  return `${base}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}
