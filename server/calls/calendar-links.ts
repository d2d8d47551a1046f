/** Links that copy a call into a calendar on the web, without guests: it would invite them. */
import { escapeMarkup } from "../../contract/escape-markup.ts";
import type { CalendarLinks } from "../../contract/page.ts";
import { timesOf, type Call } from "./invitation.ts";

/** Some servers refuse a longer address. Characters. */
const MAX_LENGTH = 2_000;

/** The copy follows no move, so the last of the call's details leads to its page. */
export function calendarLinks(call: Call): CalendarLinks {
  // iPhones leave out the location that Google's link names, so the details repeat it.
  const links = linksWith(call, [timesOf(call).join("\n"), ...call.details].join("\n\n"));
  const isLong = Object.values(links).some(({ length }) => length > MAX_LENGTH);
  return isLong ? linksWith(call, call.details.at(-1) ?? "") : links;
}

function linksWith({ booking, summary, location }: Call, details: string): CalendarLinks {
  const { startsAt, endsAt } = booking;
  const [start = "", end = ""] = [startsAt, endsAt].map((at) => at.replace(/\.\d+/, ""));
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
    outlook: address("https://outlook.live.com/calendar/deeplink/compose", outlook),
    work: address("https://outlook.office.com/calendar/deeplink/compose", outlook),
  };
}

/** Not by `URLSearchParams`: Outlook shows a `+` as it is. */
function address(base: string, parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== "");
  return `${base}?${pairs.map(([name, one]) => `${name}=${encodeURIComponent(one)}`).join("&")}`;
}
