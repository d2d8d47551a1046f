import type { Content } from "./schema.ts";

/** "Watch Demo": a conversation of half a minute, line by line. `at` is in seconds from the start. */
export const demo: Content["demo"] = {
  title: "Half a minute on the night shift",
  lead: "An example chat. A homeowner writes at 11:41 PM, the shop is closed.",
  close: "Close the demo",
  play: "Play",
  pause: "Pause",
  /** At its end, in the place of the pause. */
  book: "Book a free call",
  restart: "Restart",
  transcript: "Read the transcript",
  logLabel: "Conversation",
  speakers: { caller: "HOMEOWNER", assistant: "{BRAND}" },
  seconds: 30,
  lines: [
    { at: 0.5, kind: "caller", text: "Hi, our water heater is leaking all over the garage." },
    {
      at: 3,
      kind: "assistant",
      text: "Sorry to hear that. Is the water to the heater shut off? It is the valve on top, turn it clockwise.",
    },
    { at: 7, kind: "caller", text: "Got it. It stopped dripping." },
    { at: 9, kind: "assistant", text: "Good. Your name and the address, please?" },
    { at: 11.5, kind: "caller", text: "Sam Porter, 208 Willow Court." },
    {
      at: 13.5,
      kind: "event",
      event: "LEAD CAPTURED",
      text: "Sam Porter, leaking water heater, 208 Willow Court.",
    },
    {
      at: 16,
      kind: "assistant",
      text: "Thank you, Sam. Ray can be there at 7:30 tomorrow morning, or at 10. Which is better?",
    },
    { at: 19, kind: "caller", text: "7:30 please." },
    { at: 21, kind: "event", event: "APPOINTMENT SET", text: "Ray, tomorrow 7:30 AM. In the calendar." },
    { at: 23.5, kind: "assistant", text: "You are booked. Keep the valve closed tonight." },
    {
      at: 26,
      kind: "event",
      event: "FOLLOW-UP SENT",
      text: "Confirmation by text now, a reminder at 6:30 AM.",
    },
    { at: 28.5, kind: "event", event: "11:42 PM", text: "You were asleep. The job is yours." },
  ],
};
