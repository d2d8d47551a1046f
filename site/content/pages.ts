import { site } from "./site.ts";

/** Title and description of each page, as browsers and search engines show them. */
export const pages = {
  home: {
    title: `${site.brandName}: AI Automation for Service Businesses`,
    description:
      "Calls answered around the clock, jobs booked into your calendar, quotes followed up. For HVAC, plumbing, cleaning, landscaping, repair and more. Book a free strategy call.",
  },
  bookCall: {
    title: `Book a free strategy call | ${site.brandName}`,
    description:
      "A free 15-20 minute strategy call, by phone or video. Five short answers, a reply within 24 hours, no obligation.",
  },
  confirmation: { title: `Mission accomplished | ${site.brandName}` },
  error: { title: `Unexpected Application Error! | ${site.brandName}` },
};
