import type { Holiday } from "../../contract/call/booking.ts";

/** Holidays of a whole country, for a year from `today`. @param localeName such as `en-US` */
export async function publicHolidays(
  localeName: string,
  today: string,
): Promise<Holiday[]> {
  const { language, region = "" } = new Intl.Locale(localeName).maximize();
  // Loading takes 150 ms and 10 MB, so the library is loaded only for the inbox's page of calls.
  const { default: Holidays } = await import("date-holidays");
  const languages = [localeName.toLowerCase(), language, "en"];
  const country = new Holidays(region, { types: ["public"], languages });
  const start = Temporal.PlainDate.from(today);
  const end = start.add({ years: 1 }).toString();
  return [start.year, start.year + 1]
    .flatMap((year) => country.getHolidays(year))
    .map(({ date, name }) => ({
      day: date.slice(0, "2027-03-01".length),
      name,
    }))
    .filter(({ day }) => day >= today && day < end);
}
