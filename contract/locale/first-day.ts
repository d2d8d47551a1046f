/** The first day of the week. Only the server asks for it: older browsers do not know it. */
import type { Language } from "./locale.ts";

/** From 1 for Monday to 7 for Sunday. */
export const firstDayOf = ({ tag }: Language): number => new Intl.Locale(tag).getWeekInfo().firstDay;
