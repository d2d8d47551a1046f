/** The work order at the foot of the landing page: what the call gives, and how to book it. */
import type { Content } from "./schema.ts";

export const contact: Content["contact"] = {
  heading: "Put a strategy call on the board",
  lead: "Tell us how calls reach you today. We tell you what we would automate first, and what we would leave alone.",
  orderTitle: "WORK ORDER",
  orderName: "Strategy call",
  terms: [
    { term: "LENGTH", value: "{minutes} minutes" },
    { term: "HOW", value: "{Place}" },
    { term: "COST", value: "Free" },
    { term: "REPLY", value: "Within 24 hours" },
  ],
  deliverablesLabel: "YOU LEAVE WITH",
  deliverables: [
    "A custom lead generation strategy",
    "A revenue growth projection",
    "An implementation roadmap",
    "A competitive analysis",
  ],
  getCall: "Get Your Free Strategy Call",
  bookCall: "Book My Free Strategy Call",
  /** SAMPLE: who is on the other end. A `picture` of them, too, if you have one. */
  host: { intro: "YOU TALK TO", name: "Alex Moreno", role: "Strategy lead", sample: true },
  note: "Confidential and without obligation.",
  formIntro: "Rather write it down?",
  formLink: "Send it with the form",
  callIntro: "Rather talk now?",
};

/** The ticket across the page after the route. */
export const missed: Content["missed"] = {
  heading: "Which of your calls went to voicemail last night?",
  callIntro: "Or call",
};
