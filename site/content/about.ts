/** The agency's promises (specification, point 1). The figures are confirmed in `site.ts`. */
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
  /** The calls of a night: `hour`, 0 to 24, is where its lamp stands; the jobs among them are on the morning's sheet. */
  sheet: {
    title: "THIS MORNING'S SHEET",
    calls: [
      { hour: 17.6, job: { time: "5:36 PM", text: "No cooling", visit: "8:00" } },
      { hour: 18.4 },
      { hour: 19.1, job: { time: "7:06 PM", text: "Leak under a sink", visit: "9:30" } },
      { hour: 20.3 },
      { hour: 21.7, job: { time: "9:42 PM", text: "Breaker trips", visit: "11:00" } },
      { hour: 23 },
      { hour: 5.5, job: { time: "5:30 AM", text: "No hot water", visit: "7:30" } },
      { hour: 6.6 },
    ],
    /** `{count}` is the number of jobs. */
    stamp: "{count} BOOKED",
  },
  figures: [
    {
      figure: "About 3x",
      text: "more leads within 30 days",
      basis: "Against your own 30 days before.",
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
