import ICAL from "ical.js";

/**
 * Reads a calendar's file with another program's
 * reader. `value` reads its first event.
 */
export function readBack(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent");
  const [event = new ICAL.Component("none")] = events;
  const value = (name: string) =>
    String(event.getFirstPropertyValue(name) ?? "");
  const method = calendar.getFirstPropertyValue("method");
  const names = event.getAllProperties().map(({ name }) => name);
  return { calendar, events, event, value, method, names };
}
