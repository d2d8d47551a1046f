/**
 * Kinds of values of the content. A sentence has
 * text, and braces only around known placeholders.
 */

import * as v from "valibot";

/** Placeholders that are filled in before the sentences are checked. */
const WORDS = [
  "brand",
  "BRAND",
  "hours",
  "minutes",
  "place",
  "Place",
  "price",
  "contract",
];

export function sentence(...allowed: string[]) {
  const listed = [...WORDS, ...allowed].map((name) => `{${name}}`).join(", ");
  return v.pipe(
    v.string("must be a sentence: put it between quotes"),
    v.trim(),
    v.nonEmpty("must not be empty"),
    v.check(
      (text) => placeholdersIn(text).every((name) => allowed.includes(name)),
      `must hold no words in braces but ${listed}`,
    ),
    v.metadata({ isSentence: true }),
  );
}

export const plainText = sentence();

/**
 * The plural forms of a sentence with a number. English has only `one` and
 * `many`. The content of other languages may add forms. `many` replaces each
 * form that the content leaves out.
 */
const withCount = sentence("count");
const otherForms = v.entriesFromList(
  ["zero", "two", "few", "other"],
  v.exactOptional(withCount),
);
export const pluralText = v.object({
  one: withCount,
  many: withCount,
  ...otherForms,
});

/** The name of a file in `content/pictures/`. */
export const pictureFile = v.pipe(
  v.string(),
  v.nonEmpty("must name a picture"),
  v.metadata({ input: "picture" }),
);

/**
 * A text that the program compares, looks
 * up or hashes, so no mark may be in it.
 */
export const comparedText = v.pipe(
  plainText,
  v.metadata({ isSentence: false }),
);

/**
 * A sentence with the placeholder `needed`,
 * which stands for what the reader needs.
 */
export function naming<const Name extends string>(
  needed: Name,
  ...allowed: string[]
) {
  return v.pipe(
    sentence(needed, ...allowed),
    v.check(
      (text) => placeholdersIn(text).includes(needed),
      `must say {${needed}}`,
    ),
  );
}

/** The entries of an object whose values are texts without placeholders. */
export function says<const Names extends readonly string[]>(...names: Names) {
  return v.entriesFromList(names, sentence());
}

/** An object whose values are texts without placeholders. */
export const saying = <const Names extends readonly string[]>(
  ...names: Names
) => v.object(says(...names));

export const optionalText = v.exactOptional(plainText);
export const optionalPicture = v.exactOptional(pictureFile);
export const optionalYesNo = v.exactOptional(v.boolean());

/** People type and copy `meet.google.com/abc` or `www.a.example`. */
export const withScheme = (text: string): string =>
  text.replace(/^(?=www\.|[\w-]+(?:\.[\w-]+)+\/)/i, "https://");

/** A web address, perhaps typed without its scheme. */
export const typedAddress = v.pipe(v.string(), v.transform(withScheme));

export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);

function placeholdersIn(text: string): string[] {
  // Finds `{ name }` and `{имя}`, too. `fillIn`
  // would leave such braces in the text.
  return Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
}

export function several<Schema extends v.GenericSchema>(
  item: Schema,
  least: number,
  most: number,
  things: string,
) {
  const message = `must be ${least} to ${most} ${things}`;
  return v.pipe(
    v.array(item),
    v.minLength(least, message),
    v.maxLength(most, message),
  );
}

export function oneOf<const Names extends readonly string[]>(...names: Names) {
  return v.picklist(names, `must be one of ${names.join(", ")}`);
}

/** @param most the largest number; without it, there is none */
export function wholeNumber(least: number, most = Infinity) {
  const rule =
    most === Infinity
      ? `must be a whole number from ${least} up`
      : `must be a whole number from ${least} to ${most}`;
  return v.pipe(numberBetween(least, most, rule), v.integer(rule));
}

export function numberBetween(
  least: number,
  most: number,
  rule = `must be a number from ${least} to ${most}`,
) {
  return v.pipe(
    v.number(rule),
    v.minValue(least, rule),
    v.maxValue(most, rule),
  );
}
