import type { Content } from "./schema.ts";

/** "Watch Demo": plays the conversation of the board, or of the trade that is chosen, and what comes of it. */
export const demo: Content["demo"] = {
  title: "Half a minute on the night shift",
  choose: "Which trade is yours?",
  close: "Close the demo",
  play: "Play",
  pause: "Pause",
  /** At its end, in the place of the pause. */
  book: "Book a free call",
  restart: "Restart",
  transcript: "Transcript",
  logLabel: "Conversation",
  assistant: "{BRAND}",
  captured: "LEAD CAPTURED",
  booked: "APPOINTMENT SET",
  followedUp: "FOLLOW-UP SENT",
  seconds: 30,
};
