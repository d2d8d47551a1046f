/** Whether an event blocks its time, or leaves it free. */

import type { Property } from "./values.ts";

export const OUTLOOK_STATUS = "X-MICROSOFT-CDO-BUSYSTATUS";

/**
 * An event that all invited owners declined blocks
 * nothing. `properties` names no other guests.
 */
export function isBlocking(properties: readonly Property[]): boolean {
  const byName = Map.groupBy(properties, ({ name }) => name);
  // Lines that contradict each other may be
  // parts of wrapped text, so the event blocks.
  const allAre = (name: string, value: RegExp) =>
    byName.get(name)?.every((property) => value.test(property.value)) ?? false;
  const people = properties.filter(({ name }) =>
    /^(?:ATTENDEE|ORGANIZER)$/.test(name),
  );
  const isRefusal = ({ parameter }: Property) =>
    /^DECLINED$/i.test(parameter("PARTSTAT") ?? "");
  const linesByPerson = [
    ...Map.groupBy(people, ({ value }) => value.toLowerCase()).values(),
  ];
  const isDeclined =
    linesByPerson.length > 0 &&
    linesByPerson.every((lines) => lines.some(isRefusal));
  const isFree =
    isDeclined ||
    allAre("STATUS", /^CANCELL?ED$/i) ||
    allAre(OUTLOOK_STATUS, /^FREE$/i);
  // Outlook's own property counts more than `TRANSP`,
  // unless its value is `WORKINGELSEWHERE`.
  const isBusy = byName
    .get(OUTLOOK_STATUS)
    ?.some(({ value }) => /^(?!WORKING)\w/i.test(value));
  return !isFree && (isBusy || !allAre("TRANSP", /^TRANSPARENT$/i));
}
