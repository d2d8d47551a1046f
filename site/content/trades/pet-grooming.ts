/** SAMPLE CONTENT: check every answer against how you work. */
import type { Trade } from "../schema.ts";

export const trade: Trade = {
  name: "Pet grooming",
  title: "AI booking and reminders for pet groomers | {brand}",
  description:
    "Appointments by breed, coat and temper, reminders that end no-shows, rebooking before they leave. For pet groomers. Book a free strategy call.",
  headline: "You cannot pick up with a wet doodle on the table",
  lead: "A dog on the table cannot be left for a ringing phone. {brand} books by breed and coat, asks about shots and temper, and reminds them the day before, so that Saturday stays full.",
  problem: {
    heading: "An empty table on Saturday never comes back",
    text: [
      "Half of your calls come while you hold scissors near an ear. You call back at seven, they call back at nine, and a small bath takes four messages to book.",
      "Then somebody does not come. The slot that two others asked for stays empty, because there was nobody to call them, because you were drying a poodle.",
    ],
  },
  board: {
    clock: "SAT 8:12 AM",
    label: "Example of a grooming appointment made by chat",
    caller: "OWNER",
    messages: [
      { time: "8:07 AM", caller: "Can Biscuit get a full groom this week? Goldendoodle, pretty matted." },
      {
        time: "8:07 AM",
        assistant:
          "Happy to help. Where are the mats, and how does Biscuit feel about dryers? Rabies shot up to date?",
      },
      { time: "8:10 AM", caller: "Behind the ears and legs. Hates dryers. Shots yes, I have the paper." },
      {
        time: "8:12 AM",
        assistant:
          "I have put down extra time and a quiet dryer. Wednesday 10:00 AM? Please bring the paper.",
      },
    ],
    ending: {
      captured: "Biscuit, goldendoodle, matted, shots on paper.",
      booked: "Wednesday 10:00 AM, two and a half hours. On your table.",
      followedUp: 'Confirmation by text now, "bring the paper" on Tuesday.',
      you: "You were holding a wet dog. The job is yours.",
    },
  },
  jobs: {
    heading: "Three jobs at the front desk you do not have",
    lead: "A receptionist who never pets the dog instead of writing it down.",
    items: [
      {
        icon: "calendar",
        text: "Gives each animal the time it needs, so that the day does not slip by ten.",
        points: [
          "Size, coat and mats decide the length",
          "Two cats are never beside a terrier",
          "Puppies get a short first visit",
        ],
      },
      {
        icon: "bell",
        text: "Reminds the day before, takes the cancellation, and gives the place to the next in line.",
        points: ["Asks for a deposit where you want one", "Offers the next visit when the coat is due"],
      },
      {
        icon: "contact",
        text: "Knows every animal by name, with the cut, the shampoo and the bad habit.",
        points: ["Shots and when they run out", "Nips at nails: two people"],
      },
    ],
  },
  faq: {
    heading: "What groomers ask",
    lead: "About no-shows, shots and the ones that bite.",
    items: [
      {
        question: "How does it know how long a dog takes?",
        answer:
          "From your own table: breed or size, coat, service, mats. For a regular it goes by the last visits, and you can change any length by hand.",
        sample: true,
      },
      {
        question: "Can it refuse an animal?",
        answer:
          "It follows your rules: no rabies certificate, no appointment; a dog that has bitten comes to you for a decision. It never promises a result for a matted coat.",
        sample: true,
      },
      {
        question: "Do my regulars have to use it?",
        answer:
          "No. Who calls you still reaches you when you are free. Most of them answer the reminder with a yes, and that is all they notice.",
        sample: true,
      },
    ],
  },
  call: {
    heading: "Fill Saturday, and keep it filled",
    lead: "Tell us how many did not come last month. We show you what they would have heard from us the day before.",
  },
};
