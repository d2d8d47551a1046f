/**
 * SAMPLE CONTENT. These people do not exist. Replace each with a real customer's words, with permission, and
 * remove its `sample` mark.
 */
import type { Content } from "./schema.ts";

export const testimonials: Content["testimonials"] = {
  heading: "Signed off by people with their hands full",
  lead: "Six trades, the same missed calls.",
  /** `{rating}` is the number of stars. */
  rating: "{rating} out of 5 stars",
  resultsLabel: "RESULT",
  more: "Read more of them",
  fewer: "Show fewer",
  items: [
    {
      name: "Marcus Bell",
      business: "Bell Heating and Air",
      town: "Maple Falls",
      trade: "HVAC",
      content:
        "First cold week of the year I used to lose half the calls. Now they are booked before I am back in the truck.",
      results: "No call missed in the first cold snap",
      rating: 5,
      sample: true,
    },
    {
      name: "Dana Ortiz",
      business: "Ortiz Plumbing",
      town: "Cedar Point",
      trade: "Plumbing",
      content: "It asks if the water is shut off. That is my first question. I hired it on the spot.",
      results: "Emergency jobs sorted before we roll",
      rating: 5,
      sample: true,
    },
    {
      name: "Priya Nair",
      business: "Nair Home Cleaning",
      town: "Elm Grove",
      trade: "Cleaning",
      content:
        "Move-out cleans get asked for at eleven at night. I wake up to a full Thursday instead of a full inbox.",
      results: "Night inquiries booked by morning",
      rating: 5,
      sample: true,
    },
    {
      name: "Tom Aldridge",
      business: "Aldridge Gardens",
      town: "Stony Hill",
      trade: "Landscaping",
      content:
        "Quotes went quiet because I went quiet. The follow-ups just go out. Nobody has told me it feels like a robot.",
      results: "Quiet quotes turned into spring work",
      rating: 5,
      sample: true,
    },
    {
      name: "Lena Kowalski",
      business: "Kowalski Electric",
      town: "Fairbrook",
      trade: "Electrical and repair",
      content:
        "I am one person with one phone and both hands in a panel. Now somebody answers, and it knows what a breaker is.",
      results: "Both hands free, calendar full",
      rating: 5,
      sample: true,
    },
    {
      name: "Chris Avery",
      business: "Avery Pet Salon",
      town: "Lakeview",
      trade: "Pet grooming",
      content:
        "Reminders the day before, and the no-shows stopped eating my Saturdays. The dogs are still late, that is the dogs.",
      results: "Saturdays without no-shows",
      rating: 5,
      sample: true,
    },
  ],
};
