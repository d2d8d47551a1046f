import type { Content } from "./schema.ts";

/** Title and description of each page, as browsers and search engines show them. */
export const pages: Content["pages"] = {
  home: {
    title: "{brand}: AI Automation for Service Businesses",
    description:
      "Calls answered around the clock, jobs booked into your calendar, quotes followed up. For HVAC, plumbing, cleaning, landscaping, repair and more. Book a free strategy call.",
  },
  bookCall: {
    title: "Book a free strategy call | {brand}",
    description:
      "A free {minutes} minute strategy call, {place}. A few short answers, a reply within 24 hours, no obligation.",
  },
  schedule: {
    title: "Pick a time for your strategy call | {brand}",
    description: "The open times for a free {minutes} minute strategy call. Pick one, and it is yours at once.",
  },
  call: { title: "Your strategy call | {brand}" },
  booked: { title: "Your call is booked | {brand}" },
  moved: { title: "Your call is moved | {brand}" },
  cancelled: { title: "Your call is canceled | {brand}" },
  kept: { title: "We have your request | {brand}" },
  bookCallError: { title: "Error: Book a free strategy call | {brand}" },
  confirmation: { title: "Mission accomplished | {brand}" },
  error: { title: "Unexpected Application Error! | {brand}" },
};
