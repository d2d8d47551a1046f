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
      answer: "You keep it. Calls ring you first, and come to us when you do not pick up.",
      sample: true,
    },
    {
      question: "Does it say that it is an AI?",
      answer: "Yes, to whoever asks. It never pretends to be you.",
      sample: true,
    },
    {
      question: "What if it gets something wrong?",
      answer: "It promises only what you allowed. When unsure it hands over to you.",
      sample: true,
    },
    {
      question: "What does it cost?",
      answer: "You hear the price on the call.",
      sample: true,
    },
    {
      question: "Is there a contract?",
      answer: "No. It runs month to month.",
      sample: true,
    },
    {
      question: "Which calendars does it work with?",
      answer: "Google, Outlook, Apple, and most field service software.",
      sample: true,
    },
  ],
};
