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
  },
  /** What is found in the morning: the calls of a night, from evening on. `hour`, 0 to 24, is also its lamp's. */
  sheet: {
    title: "THIS MORNING'S SHEET",
    calls: [
      { hour: 17.6, time: "5:36 PM", job: "No cooling, 9 Elm Court", booked: "8:00" },
      { hour: 18.4, time: "6:24 PM", job: "Hours and prices asked" },
      { hour: 19.1, time: "7:06 PM", job: "Leak under a sink", booked: "9:30" },
      { hour: 20.3, time: "8:18 PM", job: "Move-out clean, quote sent" },
      { hour: 21.7, time: "9:42 PM", job: "Breaker trips, 3 Oak Street", booked: "11:00" },
      { hour: 23, time: "11:00 PM", job: "Invoice question, answered" },
      { hour: 5.5, time: "5:30 AM", job: "No hot water, 31 Birch Lane", booked: "7:30" },
      { hour: 6.6, time: "6:36 AM", job: "Visit moved to Friday" },
    ],
    /** `{count}` is the number of booked ones. */
    stamp: "{count} BOOKED",
  },
  figures: [
    {
      figure: "About 3x",
      text: "more leads within 30 days",
      basis: "Against your own 30 days before, counted together on the call.",
    },
    { figure: "24/7", text: "chatbot lead capture" },
    { figure: "24-48", text: "hours until it is set up and answering" },
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
