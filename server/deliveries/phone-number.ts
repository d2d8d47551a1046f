/** Reads the number to call as it was typed, and writes it as a person reads it. */
import { getCountries, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/max";
import { readTelephone } from "../../contract/telephone.ts";
import type { Booking } from "../../contract/booking.ts";

type PhoneNumber = Pick<Booking, "phone" | "phoneTyped">;

/** The country of each zone, by the zone's name in `Intl`. Made at the first use, since it takes a tenth of a start. */
let countries: ReadonlyMap<string, CountryCode> | undefined;

function countryOf(zone: string): CountryCode | undefined {
  countries ??= new Map(
    getCountries().flatMap((country) => {
      const zones = new Intl.Locale("und", { region: country }).getTimeZones() ?? [];
      return zones.map((name) => [name, country] as const);
    }),
  );
  return countries.get(zone);
}

/** @param zones IANA names; a number without a code is of the first country that they name */
export function readNumber(typed: string, zones: readonly string[]): PhoneNumber {
  const named = zones.map((timeZone) => new Intl.DateTimeFormat([], { timeZone }).resolvedOptions());
  const defaultCountry = named.map(({ timeZone }) => countryOf(timeZone)).find(Boolean);
  const { number = "", extension = "" } = readTelephone(typed) ?? {};
  const options = { extract: false, ...(defaultCountry && { defaultCountry }) };
  const parse = (text: string) => parsePhoneNumberFromString(text, options);
  // Visitors from abroad may dial 00 where others dial 011.
  const read = [parse(number), parse(number.replace(/^00/, "+"))].find((one) => one?.isValid());
  if (!read) return { phone: typed };
  const phone = extension === "" ? read.number : `${read.number} ext. ${extension}`;
  return { phone, phoneTyped: typed };
}

/** Formats a number, with its country code unless the visitor typed it without one. */
export function shownNumber({ phone, phoneTyped }: PhoneNumber): string {
  const read = phoneTyped === undefined ? undefined : parsePhoneNumberFromString(phone);
  if (!read) return phone;
  const { number = "" } = readTelephone(phoneTyped ?? "") ?? {};
  return number.length < read.number.length ? read.formatNational() : read.formatInternational();
}
