import type { Holiday } from "../../contract/booking.ts";

/** Holidays of the whole country of `localeName`, such as `en-US`, in the year from `today`. */
export async function publicHolidays(localeName: string, today: string): Promise<Holiday[]> {
  const { language, region = "" } = new Intl.Locale(localeName).maximize();
  // The library takes 150 ms and 10 MB, so it waits until somebody opens the inbox's page of calls.
  const { default: Holidays } = await import("date-holidays");
  const languages = [localeName.toLowerCase(), language, "en"];
  const country = new Holidays(region, { types: ["public"], languages });
  const first = Temporal.PlainDate.from(today);
  const last = first.add({ years: 1 }).toString();
  return [first.year, first.year + 1]
    .flatMap((year) => country.getHolidays(year))
    .map(({ date, name }) => ({ day: date.slice(0, "2027-03-01".length), name }))
    .filter(({ day }) => day >= today && day < last);
}
