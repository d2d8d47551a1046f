/** SAMPLE CONTENT: check every answer against how you work. */
import type { Trade } from "../schema.ts";

export const trade: Trade = {
  name: "Professional services",
  title: "AI intake for professional services | {brand}",
  description:
    "First inquiries answered discreetly, conflicts and deadlines asked for, consultations booked with the right partner. For law, tax and consulting offices. Book a free strategy call.",
  headline: "The client with a deadline calls the first office that answers",
  lead: "A letter from the tax office arrives on a Saturday. {brand} answers, asks who it concerns and when it is due, and books a consultation with the person in your office who does that work.",
  problem: {
    heading: "Your best hours go to people who may never be clients",
    text: [
      "An hour at your desk is what you sell. Three first calls a day take it apart: the wrong kind of matter, the other side of a case you already have, the question that needs another office.",
      "If the front desk is closed, the right ones leave too. They do not leave a message about a divorce or an audit. They want to know that somebody heard them.",
    ],
  },
  board: {
    clock: "SAT 2:34 PM",
    label: "Example of a first inquiry at a tax office on a weekend",
    caller: "CALLER",
    messages: [
      { time: "2:30 PM", caller: "I got a notice about my 2024 return. It says I have to answer." },
      {
        time: "2:30 PM",
        assistant:
          "I can arrange that. No figures here, please. Which date stands on the notice, and is it personal or a business?",
      },
      { time: "2:33 PM", caller: "December 12. My bakery, an S corp." },
      {
        time: "2:34 PM",
        assistant:
          "Thank you. Ms. Grant handles those and has Monday at 9:30. You get a secure link for the notice.",
      },
    ],
    ending: {
      captured: "S corp, notice of December 12. No figures taken.",
      booked: "Ms. Grant, Monday 9:30 AM. In her calendar.",
      followedUp: "Secure link for the notice sent, fee said beforehand.",
      you: "Your office was closed. The client is yours.",
    },
  },
  jobs: {
    heading: "Three jobs of a good front office",
    lead: "Polite, discreet, and clear about what it must not say.",
    items: [
      {
        icon: "message",
        text: "Answers first inquiries in your tone and never gives an opinion on the matter.",
        points: [
          "Kind of matter, deadline, other parties",
          "Says at once what you do not take on",
          "Passes anything delicate to a person",
        ],
      },
      {
        icon: "calendar",
        text: "Books the consultation with whoever does that work, with the fee said beforehand.",
        points: ["Court days and filing season kept free", "Video, phone or at the office"],
      },
      {
        icon: "contact",
        text: "Writes the intake sheet, so that the meeting begins with the question and not with the spelling.",
        points: [
          "Names to check for conflicts, before anything else",
          "Papers asked for, and those still missing",
        ],
      },
    ],
  },
  testimonial: {
    name: "Renee Castillo",
    trade: "Professional services",
    content:
      "People used to tell my voicemail their whole story. Now I start Monday with names, dates and what they need from me.",
    results: "First meetings start prepared",
    rating: 5,
    sample: true,
  },
  faq: {
    heading: "What offices like yours ask",
    lead: "Confidentiality comes first, as it should.",
    items: [
      {
        question: "Does it ever give legal or tax advice?",
        answer:
          "No. It says that it cannot, and that an appointment is the way to get it. What it may say about fees and procedure is text that you approved.",
        sample: true,
      },
      {
        question: "How are conflicts of interest handled?",
        answer:
          "It asks for the names of the parties before any detail of the matter, and stops there until you have cleared them, if that is your rule.",
        sample: true,
      },
      {
        question: "Do callers know that it is an assistant?",
        answer:
          "Yes, it says so in its first sentence, and that they can ask for a person. Many offices owe their clients that, and all of them should do it.",
        sample: true,
      },
    ],
  },
  call: {
    heading: "Give your desk its quiet hours back",
    lead: "Tell us which first calls you wish you had never taken. We show you where they would have ended, kindly.",
  },
};
