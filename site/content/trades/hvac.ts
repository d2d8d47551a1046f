/** SAMPLE CONTENT: check every answer against how you work. */
import type { Trade } from "../schema.ts";

export const trade: Trade = {
  name: "HVAC",
  title: "AI answering and booking for HVAC companies | {brand}",
  description:
    "No-heat calls answered at any hour, sorted from tune-ups, and booked into your board. For heating and air conditioning companies. Book a free strategy call.",
  headline: "The first cold night fills your board",
  lead: "Everybody's furnace quits on the same evening. {brand} takes every one of those calls at once, finds out who has no heat at all, and books the visit while you are on a roof.",
  problem: {
    heading: "Two weeks make your year, and they all call at the same time",
    text: [
      "In the first cold snap and the first heat wave the phone rings more in a day than in a month of spring. Nobody can staff for that, so most callers hear a recording and try the next company in the list.",
      "And they are not alike. A family without heat, a rattling condenser and a filter question sit in the same voicemail. You find out which is which at ten at night, one message at a time.",
    ],
  },
  board: {
    clock: "FRI 9:18 PM",
    label: "Example of a no-heat call on a Friday night",
    caller: "HOMEOWNER",
    messages: [
      { time: "9:16 PM", caller: "The furnace clicks but does not light. It is 58 in here." },
      {
        time: "9:16 PM",
        assistant: "Do you smell gas? If so, leave the house and call your gas utility first.",
      },
      { time: "9:17 PM", caller: "No smell. The code light blinks three times." },
      {
        time: "9:17 PM",
        assistant: "Noted for the technician: three blinks. Our on-call visit is 7:00 AM. Shall I book it?",
      },
      { time: "9:18 PM", caller: "Yes please. 31 Birch Lane." },
    ],
    ending: {
      captured: "No heat, no gas smell, three blinks, 31 Birch Lane.",
      booked: "Saturday 7:00 AM, on-call visit. On your board.",
      followedUp: "Confirmation by text now, a call from the road at 6:40 AM.",
      you: "You were at dinner. The job is yours.",
    },
  },
  jobs: {
    heading: "The three jobs it does in season",
    lead: "Set up around your maintenance plans, your on-call list and the makes you service.",
    items: [
      {
        icon: "phone",
        text: "Every no-heat and no-cool call is picked up, also the eleventh in the same hour.",
        points: [
          "Gas smell or carbon monoxide alarm: safety first, then you",
          "Make, age and blink code, taken down",
          "Members of your plan go to the top",
        ],
      },
      {
        icon: "calendar",
        text: "Emergencies get your on-call visit. Tune-ups go to the slow weeks, where you want them.",
        points: ["Knows which van carries which parts", "Moves a tune-up, never a no-heat"],
      },
      {
        icon: "bell",
        text: "A replacement quote is a big decision. It asks again, kindly, until there is an answer.",
        points: ["Reminds of the spring and fall check", "Answers questions about financing with your words"],
      },
    ],
  },
  faq: {
    heading: "What heating companies ask",
    lead: "Before they let anything else answer the phone.",
    items: [
      {
        question: "Can it tell an emergency from a tune-up?",
        answer:
          "Yes. You say what counts: no heat below a temperature, an infant or an older person in the house, water at the air handler. Those reach your on-call technician at once, the rest is booked.",
        sample: true,
      },
      {
        question: "Does it give advice about gas?",
        answer:
          "Only one: leave the house and call the utility. It never tells anybody to open, light or reset a gas appliance.",
        sample: true,
      },
      {
        question: "Will it quote a price for a new system?",
        answer:
          "No. It can name your diagnostic fee and what it includes. A new system is priced by somebody who has seen the house.",
        sample: true,
      },
    ],
  },
  call: {
    heading: "Be ready before the next cold snap",
    lead: "Tell us how your on-call nights run today. We tell you which calls it should take, and which should still ring you.",
  },
};
