/**
 * Questions and answers. While the list is empty the section is not on the page. SAMPLE CONTENT: check each answer
 * against how you work, then remove its `sample` mark.
 */
import type { Content } from "./schema.ts";

export const faq: Content["faq"] = {
  heading: "Asked before every call",
  lead: "Short answers. The long ones fit into the call.",
  items: [
    {
      question: "What happens to my number?",
      answer:
        "You keep it. Calls ring you first and come to us when you do not pick up, or whenever you say.",
      sample: true,
    },
    {
      question: "Does it say that it is an AI?",
      answer: "Yes, to whoever asks, and in the first message if you want. It never pretends to be you.",
      sample: true,
    },
    {
      question: "What if it gets something wrong?",
      answer:
        "It only promises what you allowed: your prices, your area, your openings. When it is unsure it takes the number and hands over. You can read every conversation.",
      sample: true,
    },
    {
      question: "What does it cost?",
      answer:
        "A set-up fee and a monthly price, which depend on your calls. You hear both before the strategy call ends.",
      sample: true,
    },
    {
      question: "Is there a contract?",
      answer: "Month to month. When you leave, your number, customers and conversations stay yours.",
      sample: true,
    },
    {
      question: "Which calendars does it work with?",
      answer:
        "Google, Outlook and Apple calendars, and most field service software. We check yours before you decide.",
      sample: true,
    },
  ],
};
