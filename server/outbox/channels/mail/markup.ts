/** HTML by a template literal that escapes every value put into it, in text and in quoted attributes. */
import { escapeMarkup } from "../../../../contract/escape-markup.ts";

/** A piece that is HTML already. Only {@link markup} makes one. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Strings are escaped; pieces of HTML stand as they are. */
export function markup(parts: TemplateStringsArray, ...values: readonly (string | Markup)[]): Markup {
  const written = values.map((value) => (value instanceof Markup ? value.text : escapeMarkup(value)));
  return new Markup(String.raw({ raw: parts }, ...written));
}

/** Several pieces, one after the other. */
export function join(pieces: readonly Markup[]): Markup {
  return new Markup(pieces.map(({ text }) => text).join(""));
}
