import * as v from "valibot";
import { attempt } from "../attempt.ts";
import { fillIn } from "../content/fill-in.ts";

export interface Locale {
  /** The tag is also the `lang` of documents. */
  tag: string;
  glue: string;
  /**
   * Names that replace a zone's city. A key
   * is the last part of the zone's IANA name.
   */
  zones: Readonly<Record<string, string>>;
}
export type Language = Pick<Locale, "tag">;

/** Writing systems, as codes of ISO 15924. */
const RIGHT_TO_LEFT = /^(?:Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/;

export const localeName = v.pipe(
  v.string(),
  v.transform((name) => name.replace("_", "-")),
  v.check(isKnown, "must be a language and a region, such as en-US or de-DE"),
  v.check(
    isFromLeft,
    "must not be written from right to left: the pages are not made for it",
  ),
);

function isKnown(name: string): boolean {
  return (
    attempt(() => Intl.DateTimeFormat.supportedLocalesOf([name]))?.length === 1
  );
}

function isFromLeft(name: string): boolean {
  const script = attempt(() => new Intl.Locale(name).maximize().script) ?? "";
  return !RIGHT_TO_LEFT.test(script);
}

interface Words {
  locale: string;
  zoneNames: { home: Record<string, string>; others: Record<string, string> };
}

export function localeOf({ locale, zoneNames }: Words): Locale {
  const tag = languageOf(locale);
  return {
    tag,
    glue: glueOf(tag),
    zones: { ...zoneNames.others, ...zoneNames.home },
  };
}

/**
 * `de` for `de-DE`, but `en-GB` for `en-GB`. A
 * region that the language implies is left out.
 */
export const languageOf = (locale: string): string =>
  new Intl.Locale(locale).minimize().toString();

/**
 * Whether the content is in English, the
 * only language that some checks can read.
 */
export const isEnglish = ({ locale }: { locale: string }): boolean =>
  new Intl.Locale(locale).language === "en";

/**
 * @returns the text between a date and a
 * time: `, ` in English, a space in Swedish
 */
function glueOf(tag: string): string {
  const date = { month: "short", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const [whole = "", day = "", clock = ""] = [
    { ...date, ...time },
    date,
    time,
  ].map((options) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" }).format(0),
  );
  const isBetween = whole.startsWith(day) && whole.endsWith(clock);
  return isBetween ? whole.slice(day.length, -clock.length) : ", ";
}

export const capitalized = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** One sentence for each plural form of the language. English has two forms. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & {
  one: string;
  many: string;
};

export function plural(
  forms: Plural,
  count: number,
  { tag }: Language,
): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.many;
  return fillIn(form, { count: count.toLocaleString(tag) });
}

/**
 * In languages that write 1,5, spreadsheets expect semicolons between cells.
 */
export function cellSeparator(locale: string): "," | ";" {
  return new Intl.NumberFormat(locale).format(1.5).includes(",") ? ";" : ",";
}
