/** SAMPLE CONTENT: check every answer against how you work. */
import type { Trade } from "../schema.ts";

export const trade: Trade = {
  name: "Plumbing",
  title: "AI answering and dispatch for plumbers | {brand}",
  description:
    "Burst pipes, backed-up drains and leaking heaters answered at once: shut-off first, then the address, then the booking. For plumbers. Book a free strategy call.",
  headline: "Water on the floor does not wait for a callback",
  lead: "Somebody with a wet floor calls until a person answers. {brand} answers, walks them to the shut-off valve and puts the job on your day, while you are under a sink.",
  problem: {
    heading: "You cannot answer with both arms in a cabinet",
    text: [
      "A leak is the most impatient call there is. The caller has the phone in one hand and a towel in the other, and hangs up at the fourth ring. By the time you have washed your hands, another plumber has the job.",
      "The calls you do take cost you too: each one stops the work in front of you, and half of them are a dripping tap that could have waited for Tuesday.",
    ],
  },
  board: {
    clock: "SUN 6:41 AM",
    label: "Example of a leak on a Sunday morning",
    caller: "HOMEOWNER",
    messages: [
      {
        time: "6:39 AM",
        caller: "Pipe under the kitchen sink burst, it is coming through the ceiling below.",
      },
      {
        time: "6:39 AM",
        assistant:
          "Turn off the main valve now: mostly where the pipe enters the house. Tell me when it is closed.",
      },
      { time: "6:40 AM", caller: "Closed. It stopped." },
      { time: "6:41 AM", assistant: "Good. The plumber on call has your address and can be there at 7:30." },
    ],
    ending: {
      captured: "Burst pipe under the sink, water is off, ceiling below is wet.",
      booked: "Sunday 7:30 AM, plumber on call. On your day.",
      followedUp: "Confirmation by text now, a photo of the damage asked for.",
      you: "You were asleep. The job is yours.",
    },
  },
  jobs: {
    heading: "Three calls you should not take yourself",
    lead: "It asks what you would ask, in your order, and only then offers a time.",
    items: [
      {
        icon: "phone",
        text: "Takes the panic out of the call: valve, electricity, then the address.",
        points: [
          "Is the water off, and is it near an outlet",
          "Clean water or sewage",
          "Own home, or does a landlord decide",
        ],
      },
      {
        icon: "message",
        text: "Photos of the trap, the label on the heater and the stain come in before you drive.",
        points: ["You load the right part", "Small jobs are told your minimum charge first"],
      },
      {
        icon: "calendar",
        text: "Fills the hole after a short job with one that is around the corner.",
        points: ["Groups visits by neighborhood", "Keeps your emergency slots free"],
      },
    ],
  },
  faq: {
    heading: "What plumbers ask",
    lead: "Mostly about the calls that come at night.",
    items: [
      {
        question: "What happens with a real emergency?",
        answer:
          "It rings your on-call phone and keeps the caller on the line until somebody takes over. You decide which words make it an emergency: burst, sewage, no water, ceiling.",
        sample: true,
      },
      {
        question: "Can it tell people my call-out fee?",
        answer:
          "Yes, at the start, in your words. Callers who only wanted a free opinion say so before you are in the van.",
        sample: true,
      },
      {
        question: "I work for property managers too. Does that fit?",
        answer:
          "Yes. It knows the buildings you name, asks for the unit and the tenant's number, and sends the manager the same confirmation.",
        sample: true,
      },
    ],
  },
  call: {
    heading: "Hands in the pipe, phone taken care of",
    lead: "Bring last Sunday's missed calls. We go through them and show which of them it would have booked.",
  },
};
