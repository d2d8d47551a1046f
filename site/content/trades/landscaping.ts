/** SAMPLE CONTENT: check every answer against how you work. */
import type { Trade } from "../schema.ts";

export const trade: Trade = {
  name: "Landscaping",
  title: "AI follow-up and booking for landscapers | {brand}",
  description:
    "Spring inquiries answered while the mower runs, estimates scheduled by route, quotes followed up until there is a yes or a no. For landscapers. Book a free strategy call.",
  headline: "Spring calls while the mower is running",
  lead: "You cannot hear the phone over a blower, and by evening they have found somebody else. {brand} takes the inquiry, books the estimate on your route and keeps after the quote.",
  problem: {
    heading: "The quote is where the work gets lost",
    text: [
      "You walk the yard, measure, write it up at the kitchen table, send it, and then it rains for a week. Nobody says no. They just never answer, because you never asked again, because the grass was growing.",
      "Meanwhile the new inquiries of April pile up in four places: missed calls, a web form, a neighbor's text, a comment under a picture of somebody's patio.",
    ],
  },
  board: {
    clock: "TUE 4:20 PM",
    label: "Example of a quote that is followed up",
    caller: "CUSTOMER",
    messages: [
      {
        time: "4:02 PM",
        assistant:
          "Hello Mrs. Reyes, the estimate for the patio and the two beds is a week old. Anything I can clear up?",
      },
      { time: "4:15 PM", caller: "We like it, but could the beds wait until fall?" },
      {
        time: "4:16 PM",
        assistant:
          "They can. I have asked for a quote for the patio alone. Would the week of May 11 suit you?",
      },
      { time: "4:20 PM", caller: "That works. Let's do it." },
    ],
    ending: {
      captured: "Patio alone, beds in fall. Ready to start.",
      booked: "Patio, week of May 11. On the crew's calendar.",
      followedUp: "New quote asked for, deposit link once you send it.",
      you: "You were on a mower. The job is yours.",
    },
  },
  jobs: {
    heading: "Three jobs that wait for a rainy day",
    lead: "Only that in spring the rainy day is full as well.",
    items: [
      {
        icon: "bell",
        text: "Goes after every open quote, politely, and tells you when one turns warm.",
        points: [
          "Asks what holds it up: price, timing or the plan",
          "Stops at the first no",
          "Brings last fall's maybes back in March",
        ],
      },
      {
        icon: "calendar",
        text: "Puts estimates where the crew already is, so that you do not cross town for a hedge.",
        points: [
          "By street and by day of your mowing route",
          "Moves a day when it rains, and tells everybody",
        ],
      },
      {
        icon: "contact",
        text: "Remembers each property: gate, slope, sprinkler heads, what was planted and when.",
        points: ["Photos with the record", "Knows who has no plan for the leaves yet"],
      },
    ],
  },
  faq: {
    heading: "What landscapers ask",
    lead: "About weather, quotes and people who only want a price.",
    items: [
      {
        question: "What happens when it rains?",
        answer:
          "You say which day moves. It tells every customer of that day, offers the next one on your route, and answers those who would rather skip.",
        sample: true,
      },
      {
        question: "Can it price a lawn?",
        answer:
          "Mowing by lot size, from your table, yes. Beds, patios and drainage get an estimate visit, with photos sent ahead.",
        sample: true,
      },
      {
        question: "Is it worth it in winter?",
        answer:
          "Winter is when it writes to last year's customers about pruning, snow and spring plans, so that March begins with a list.",
        sample: true,
      },
    ],
  },
  call: {
    heading: "Start spring with the calls under control",
    lead: "Tell us how many quotes are open right now. We show you what would go out to each of them, word for word.",
  },
};
