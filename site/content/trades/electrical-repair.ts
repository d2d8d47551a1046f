/** SAMPLE CONTENT: check every answer against how you work. */
import type { Trade } from "../schema.ts";

export const trade: Trade = {
  name: "Electrical and repair",
  title: "AI answering for electricians and repair shops | {brand}",
  description:
    "Dead outlets, tripping breakers and broken appliances taken down with model and photos, and booked while you work. For electricians and repair shops. Book a free strategy call.",
  headline: "Nobody should answer a phone inside a live panel",
  lead: "You work alone or with one helper, and the phone is the third thing in your hands. {brand} answers, asks for the panel, the model number and a photo, and books what is worth the drive.",
  problem: {
    heading: "Most of the call is finding out what is broken",
    text: [
      "“It just stopped working” can be a tripped breaker, a burned neutral or a dishwasher that is not plugged in. Finding out takes ten questions, and you ask them on a ladder, with a tester in your teeth.",
      "If you let it ring, the good job goes: the panel upgrade, the charger for the new car. If you pick up, the job you are on takes longer, and the customer who pays you stands beside it and watches.",
    ],
  },
  board: {
    clock: "THU 12:26 PM",
    label: "Example of a tripping breaker at noon",
    caller: "HOMEOWNER",
    messages: [
      { time: "12:22 PM", caller: "Half the kitchen is dead and the breaker trips again right away." },
      {
        time: "12:22 PM",
        assistant:
          "Leave it off, please. Is anything warm, buzzing or smelling burnt at the panel or an outlet?",
      },
      { time: "12:24 PM", caller: "No. It started with the new microwave." },
      {
        time: "12:26 PM",
        assistant:
          "Thank you. Unplug it until we have looked. Lee can come at 4:00 PM. A photo of the open panel door helps.",
      },
    ],
    ending: {
      captured: "Tripping breaker, half the kitchen, new microwave.",
      booked: "Lee, today 4:00 PM. On the board.",
      followedUp: "Confirmation by text now, a photo of the panel asked for.",
      you: "You were up a ladder. The job is yours.",
    },
  },
  jobs: {
    heading: "Three jobs for a shop of one or two",
    lead: "So that the one phone you have is not the one thing that stops you.",
    items: [
      {
        icon: "phone",
        text: "Answers in the first rings and sorts danger from nuisance before it offers a time.",
        points: [
          "Burnt smell, sparks, water near power: reaches you at once",
          "Never talks anybody into opening a panel",
          "Half a house dark: asks if the neighbors are, too",
        ],
      },
      {
        icon: "message",
        text: "Collects what you need to bring the right part the first time.",
        points: ["Model and serial number, by photo", "Age of the panel and what is free in it"],
      },
      {
        icon: "chart",
        text: "Shows which calls became paid work, and which streets only ever asked for a price.",
        points: ["Small repairs and big installs apart", "What a missed hour at noon costs you"],
      },
    ],
  },
  faq: {
    heading: "What electricians ask",
    lead: "Safety first, then the calendar.",
    items: [
      {
        question: "Does it tell people to touch anything?",
        answer:
          "Switch off and unplug, nothing else. Whatever sparks, smells or is wet comes to you as an urgent call, with the advice to stay away from it.",
        sample: true,
      },
      {
        question: "Can it turn down work I do not do?",
        answer:
          "Yes. You list it once: no pools, no knob and tube, no microwaves. It says so kindly, and can name a colleague if you like.",
        sample: true,
      },
      {
        question: "I do warranty repairs. Can it ask for the papers?",
        answer:
          "It asks for brand, model, date of purchase and a photo of the receipt, and puts them into the job before you call the maker.",
        sample: true,
      },
    ],
  },
  call: {
    heading: "Keep both hands on the work",
    lead: "Tell us what people ask you on the phone all day. We show you which of it you never have to say again.",
  },
};
