/** What the agency promises (specification, point 1). Its figures are signed in `site.ts`. */
import type { Content } from "./schema.ts";

export const about: Content["about"] = {
  heading: "You do the work. We get the phone.",
  lead: "Most jobs are lost in the hours when nobody can pick up: on the roof, under the sink, asleep. Those hours are the shift we cover.",
  clock: {
    label:
      "Who answers, hour by hour: your crew from 8 am to 5 pm, the night shift around the clock. A lamp marks each call that came while your crew was off.",
    marks: ["12 AM", "6 AM", "NOON", "6 PM", "12 AM"],
    crew: "YOUR CREW",
    shift: "THE NIGHT SHIFT",
    /** Hours of the calls in the drawing, 0 to 24. */
    calls: [5.5, 6.6, 17.6, 18.4, 19.1, 20.3, 21.7, 23],
  },
  figures: [
    { figure: "About 3x", text: "more leads within 30 days" },
    { figure: "24/7", text: "chatbot lead capture" },
    { figure: "24-48", text: "hours from yes to set up and running" },
  ],
  promisesLabel: "What comes with it",
  promises: [
    { title: "Automatic appointment scheduling", text: "Real openings, straight into your calendar." },
    { title: "A built-in CRM", text: "Every customer, call and job in one place." },
    { title: "Reminders and follow-ups", text: "Sent on time, without you remembering." },
    { title: "A virtual receptionist", text: "Picks up in your name when you cannot." },
    { title: "Performance analytics", text: "What came in, what was booked, what it brought." },
  ],
};
