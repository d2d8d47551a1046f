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
      "A free 15-20 minute strategy call, by phone or video. A few short answers, a reply within 24 hours, no obligation.",
  },
  schedule: {
    title: "Pick a time for your strategy call | {brand}",
    description: "The open times for a free 20 minute strategy call. Pick one, and it is yours at once.",
  },
  call: { title: "Your strategy call | {brand}" },
  bookCallError: { title: "Error: Book a free strategy call | {brand}" },
  confirmation: { title: "Mission accomplished | {brand}" },
  error: { title: "Unexpected Application Error! | {brand}" },
};
