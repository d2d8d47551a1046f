import type { Content } from "./schema.ts";

/** The first screen. The four phrases are the specification's own. */
export const hero: Content["hero"] = {
  eyebrow: "ON DUTY WHILE YOU SLEEP",
  phrases: [
    "AI Automation for Service Businesses",
    "Get More Leads Automatically",
    "24/7 Customer Engagement",
    "Streamline Your Sales Process",
  ],
  pause: "Pause the headline",
  resume: "Resume the headline",
  /** As they stand beside it; the sentences above begin with the same word. */
  pauseSign: "PAUSE",
  resumeSign: "RESUME",
  lead: "The 7 pm call you missed goes to whoever answers next. {brand} picks up, books the job into your calendar and follows up, while you finish the one you are on.",
  bookNow: "Book Now",
  watchDemo: "Watch Demo",
  note: "Free {minutes} minute call, {place}. No obligation.",
};

/** Under the buttons: that it is done for you, and for whom. */
export const doneForYou: Content["doneForYou"] = {
  line: "Done for you. You keep your number. Live in 24-48 hours.",
  tradesLabel: "Trades",
};

export const board: Content["board"] = {
  title: "DISPATCH BOARD",
  assistant: "ASSISTANT",
  clock: "TUE 7:04 PM",
  label: "Example of a conversation after hours",
  caller: "HOMEOWNER",
  messages: [
    { time: "7:02 PM", caller: "Furnace quit and we have a baby here. Anyone free tonight?" },
    { time: "7:02 PM", assistant: "Yes. A technician can be with you at 8:15. What is the address?" },
    { time: "7:03 PM", caller: "14 Alder Street. Thank you!" },
    { time: "7:03 PM", assistant: "Booked for 8:15 PM. You get a text when the van leaves." },
  ],
  ending: {
    captured: "No heat, a baby in the house, 14 Alder Street.",
    booked: "Tonight 8:15 PM. In your calendar.",
    followedUp: "Confirmation by text now, another when the van leaves.",
    you: "You were on another job. This one is yours, too.",
  },
  statusLabel: "Status",
  statuses: [
    { label: "AI assistant active", lamp: "live" },
    { label: "Lead captured", lamp: "done" },
    { label: "Follow-up sent", lamp: "done" },
  ],
};
