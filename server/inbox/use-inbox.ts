/**
 * What each page of the inbox knows: its
 * words, the sign-in and the present time.
 */

import { createContext, use } from "react";
import type { Content } from "../../contract/content/schema.ts";
import type { SignIn } from "../../contract/inbox/leads-admin.ts";
import {
  languageOf,
  plural,
  type Plural,
} from "../../contract/locale/locale.ts";
import * as times from "../../contract/locale/times.ts";
import type { Deed } from "./deed.ts";

export interface InboxState {
  now: string;
  timeZone: string;
  /** Writes a stored telephone number as people at the agency do. */
  localNumber: (phone: string) => string;
  /** The days of the week that begins today, like `2027-03-01`. */
  comingDays: readonly string[];
  deed?: Deed | undefined;
  /**
   * The device's sign-in. Undefined on pages of
   * mailed links, and before the sign-in is known.
   */
  signIn?: SignIn | undefined;
  /** Whether a press on another page of the site led here. */
  isOpened: boolean;
}

export function inboxOf(content: Content, state: InboxState) {
  const { now, timeZone, signIn } = state;
  const language = { tag: languageOf(content.locale) };
  return {
    ...content,
    ...state,
    /**
     * Undefined if nobody is signed in, or if a
     * link of the command line opened the sign-in.
     */
    me: signIn?.email,
    duration: (ms: number) => times.duration(ms, language),
    moment: (iso: string) => times.moment(iso, { now, timeZone }, language),
    /** With the year, for a page that somebody files. */
    dated: (iso: string) =>
      times.moment(iso, { now, timeZone }, language, { year: "numeric" }),
    callTime: (iso: string, zone = timeZone) =>
      times.callTime(iso, { now, timeZone: zone }, language),
    dayName: (iso: string) => times.dayName(iso, timeZone, language),
    timeOfDay: (iso: string) => times.timeOfDay(iso, timeZone, language),
    shortDay: (day: string) =>
      times.shortDay(
        day,
        language,
        day.startsWith(now.slice(0, 4)) ? {} : { year: "numeric" },
      ),
    monthName: (month: string) => times.monthName(month, language),
    /** A day like `2027-03-01` has no zone. */
    shortDayName: (day: string) => times.shortDayName(day, "UTC", language),
    shortDayNameAt: (iso: string) =>
      times.shortDayName(iso, timeZone, language),
    plural: (forms: Plural, count: number) => plural(forms, count, language),
  };
}

export const InboxContext = createContext<
  ReturnType<typeof inboxOf> | undefined
>(undefined);

export function useInbox() {
  const inbox = use(InboxContext);
  if (!inbox) throw new Error("This component is outside of InboxContext.");
  return inbox;
}
