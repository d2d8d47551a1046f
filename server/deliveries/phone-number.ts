import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from "libphonenumber-js/max";
import type { Booking } from "../../contract/call/booking.ts";
import { readTelephone } from "../../contract/lead/telephone.ts";
import { nameOfZone } from "../../contract/locale/visitor-zone.ts";

type PhoneNumber = Pick<Booking, "phone" | "phoneTyped">;

/**
 * Countries, keyed by their zones' names. They
 * are read at the first use, as reading is slow.
 */
let countries: ReadonlyMap<string, CountryCode> | undefined;

function countryOf(zone: string): CountryCode | undefined {
  countries ??= new Map(
    getCountries().flatMap((country) => {
      const zones =
        new Intl.Locale("und", { region: country }).getTimeZones() ?? [];
      return zones.map((name) => [name, country] as const);
    }),
  );
  // A zone has older and newer names: Asia/Calcutta is Asia/Kolkata.
  const format = new Intl.DateTimeFormat([], { timeZone: nameOfZone(zone) });
  return countries.get(format.resolvedOptions().timeZone);
}

/**
 * @param zones IANA names. A number without a
 * code is from the first zone that has a country.
 * @returns also whether a telephone has the number
 */
export function readNumber(typed: string, zones: readonly string[]) {
  const defaultCountry = zones.map(countryOf).find(Boolean);
  const {
    number = "",
    extension = "",
    shown = typed,
  } = readTelephone(typed) ?? {};
  const options = { extract: false, ...(defaultCountry && { defaultCountry }) };
  const parse = (text: string) => parsePhoneNumberFromString(text, options);
  // A visitor from abroad may type 00 before
  // the country's code; Americans type 011.
  const parsed = [parse(number), parse(number.replace(/^00/, "+"))].find(
    (one) => one?.isValid(),
  );
  const suffix = extension && ` ext. ${extension}`;
  return {
    phone: parsed ? parsed.number + suffix : shown,
    phoneTyped: typed,
    isKnown: parsed !== undefined,
  };
}

/**
 * Formats a stored number. Another text stays as it is.
 * @param zone in its country, people write
 * the number without the country's code
 */
export function localNumber(phone: string, zone = "UTC"): string {
  const parsed = parsePhoneNumberFromString(phone);
  if (!parsed) return phone;
  const country = countryOf(zone);
  return country && getCountryCallingCode(country) === parsed.countryCallingCode
    ? parsed.formatNational()
    : parsed.formatInternational();
}

/**
 * A number for the agency, with what the visitor
 * typed if it has words, such as "after 5".
 */
export function numberAndWords(
  { phone, phoneTyped = phone }: PhoneNumber,
  zone: string,
): string {
  const number = localNumber(phone, zone);
  return hasWords(phoneTyped) ? `${number} \u00b7 ${phoneTyped}` : number;
}

/** Whether a text has a number, and something else beside it. */
export function hasWords(typed: string): boolean {
  const { shown = typed } = readTelephone(typed) ?? {};
  return signsLess(typed) !== signsLess(shown);
}

const signsLess = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Formats a number as the visitor typed
 * it: with the country's code, or without.
 */
export function shownNumber({ phone, phoneTyped }: PhoneNumber): string {
  const parsed = parsePhoneNumberFromString(phone);
  if (!parsed || phoneTyped === undefined) return phone;
  const { number = "" } = readTelephone(phoneTyped) ?? {};
  const isWithoutCode = number.length < parsed.number.length;
  return isWithoutCode ? parsed.formatNational() : parsed.formatInternational();
}
