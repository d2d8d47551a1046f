import type { PagesParts, Picker } from "./page-states.ts";

type Parts = Pick<PagesParts, "schedule" | "mail">;

/** The id of the lead whose link has this token; undefined if the link opens nothing. */
export function leadIdOf({ schedule, mail }: Parts, token = "") {
  const result = mail.links.verify(token, "schedule", schedule.now());
  return result.kind === "valid" ? result.subject : undefined;
}

/** What a page needs to let somebody pick a time. A token that opens nothing is left out. */
export function pickerOf(parts: Parts, token?: string): Picker {
  const { availability, now } = parts.schedule;
  return {
    picking: {
      agencyZone: availability.timeZone,
      token: leadIdOf(parts, token) && token,
    },
    requiresPhone: availability.place.kind === "phone",
    locale: parts.mail.locale,
    now: now(),
  };
}
