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
  note: "Free 15-20 minute call, by phone or video. No obligation.",
};

/** Under the buttons: that it is done for you, and for whom. */
export const doneForYou: Content["doneForYou"] = {
  line: "Done for you. You keep your number. Live in 24-48 hours.",
  tradesLabel: "Trades",
};

export const board: Content["board"] = {
  title: "DISPATCH BOARD",
  clock: "TUE 7:04 PM",
  label: "Example of a conversation after hours",
  messages: [
    {
      from: "HOMEOWNER",
      time: "7:02 PM",
      text: "Furnace quit and we have a baby here. Anyone free tonight?",
      ours: false,
    },
    {
      from: "ASSISTANT",
      time: "7:02 PM",
      text: "Yes. A technician can be with you at 8:15. What is the address?",
      ours: true,
    },
    { from: "HOMEOWNER", time: "7:03 PM", text: "14 Alder Street. Thank you!", ours: false },
    {
      from: "ASSISTANT",
      time: "7:03 PM",
      text: "Booked for 8:15 PM. You get a text when the van leaves.",
      ours: true,
    },
  ],
  statusLabel: "Status",
  statuses: [
    { label: "AI assistant active", lamp: "live" },
    { label: "Lead captured", lamp: "done" },
    { label: "Follow-up sent", lamp: "done" },
  ],
};
