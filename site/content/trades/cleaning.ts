/** SAMPLE CONTENT: check every answer against how you work. */
import type { Trade } from "../schema.ts";

export const trade: Trade = {
  name: "Cleaning",
  title: "AI booking for cleaning services | {brand}",
  description:
    "Move-outs, first cleans and weekly homes quoted by rooms and booked at night, keys and alarms noted. For cleaning services. Book a free strategy call.",
  headline: "They ask for a price at eleven at night",
  lead: "People think about cleaning when the day is over. {brand} asks for rooms, bathrooms and pets, gives your price, and books the team before they compare three others.",
  problem: {
    heading: "Every inquiry is the same ten questions",
    text: [
      "How many bedrooms, how many baths, is it a first clean, are there pets, do you bring supplies, who lets us in. You type it all again for each one, after your own last house, and half of them have booked somewhere else by then.",
      "Then the cancellations: a text at seven in the morning, a team of two in the car, and a hole in the route that nobody fills.",
    ],
  },
  board: {
    clock: "WED 11:09 PM",
    label: "Example of a move-out clean asked for late at night",
    caller: "TENANT",
    messages: [
      { time: "11:06 PM", caller: "I need a move-out clean by Friday. Two bedrooms, one bath." },
      {
        time: "11:06 PM",
        assistant: "We can do that. Inside of oven and fridge as well? Landlords usually look there.",
      },
      { time: "11:08 PM", caller: "Yes, both. It will be empty." },
      {
        time: "11:09 PM",
        assistant: "Thursday 1:00 PM, a team of two. You have the price by text. Where do we find the key?",
      },
    ],
    ending: {
      captured: "Move-out, two bedrooms, one bath, oven and fridge.",
      booked: "Thursday 1:00 PM, a team of two. On the route.",
      followedUp: "Price by text now, a reminder on Wednesday.",
      you: "You were on the couch. The job is yours.",
    },
  },
  jobs: {
    heading: "Three jobs of your evening",
    lead: "The ones that you do on the couch, after everybody else's house is done.",
    items: [
      {
        icon: "message",
        text: "Asks for rooms, condition and pets, and answers with the price from your own list.",
        points: [
          "First clean, weekly or move-out",
          "Extras by name: oven, fridge, inside windows",
          "Too big to guess: offers a walk-through",
        ],
      },
      {
        icon: "contact",
        text: "Keeps what a team has to know where the team finds it.",
        points: ["Key, code and alarm", "The dog, the marble, the room that stays closed"],
      },
      {
        icon: "bell",
        text: "Reminds the day before, when a cancellation can still be filled from your waiting list.",
        points: ["Offers the free slot to the next in line", "Asks for a review after the first clean"],
      },
    ],
  },
  faq: {
    heading: "What cleaning services ask",
    lead: "Keys, prices and people who cancel.",
    items: [
      {
        question: "Can it quote without seeing the home?",
        answer:
          "With your price list, yes: by rooms, baths, condition and extras. Where you would want to look first, it books a walk-through instead of a price.",
        sample: true,
      },
      {
        question: "Where are door codes kept?",
        answer:
          "In the customer's record, for the people you choose. They are never written into a confirmation or a reminder.",
        sample: true,
      },
      {
        question: "Does it understand Spanish?",
        answer:
          "Yes. It answers in the language it is asked in, and your team sees the notes in the language you choose.",
        sample: true,
      },
    ],
  },
  call: {
    heading: "Have your evenings back",
    lead: "Bring your price list, even if it is on a napkin. We show you how it sounds when somebody asks at eleven.",
  },
};
