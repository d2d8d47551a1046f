/**
 * The places of the site that show a picture,
 * and the pictures that they can show.
 */

import {
  nameOf,
  fieldAt,
  partAt,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import type { Content } from "../../../contract/content/schema.ts";

const PICTURE = "picture";

const needsPicture = (at: FieldPath): boolean => {
  const field = fieldAt([...at, PICTURE]);
  return field?.kind === "picture" && !field.isOptional;
};

/**
 * The part or field whose form chooses a picture:
 * a part that needs its picture is one form.
 */
export function pictureFormOf(at: FieldPath): FieldPath {
  const part = at.slice(0, -1);
  return needsPicture(part) ? part : at;
}

/** All places, with the names of their pictures. */
export const picturePlaces = (content: Content) =>
  placesIn(content, []).map((at) => {
    const field = needsPicture(at) ? [...at, PICTURE] : at;
    const picture = partAt(content, field);
    const file = typeof picture === "string" ? picture : "";
    // The part with a picture of its own has the name that an owner knows.
    const part = at.at(-1) === PICTURE ? at.slice(0, -1) : at;
    return { at, name: nameOf(part, content), picture: file };
  });

/** Places of what the content has, also those that are empty. */
function placesIn(value: unknown, at: FieldPath): FieldPath[] {
  const field = fieldAt(at);
  if (field?.kind === "picture" || needsPicture(at)) return [at];
  if (!field || typeof value !== "object" || value === null) return [];
  const names = field.names.length > 0 ? field.names : Object.keys(value);
  const inner = new Map<string, unknown>(Object.entries(value));
  return names.flatMap((name) => placesIn(inner.get(name), [...at, name]));
}

/**
 * The pictures that a place can show. Pages draw
 * parts of `trades.svg`, and never the whole.
 */
export const choosable = ({ pictures }: Content): string[] =>
  Object.keys(pictures).filter((name) => name !== "trades.svg");

/**
 * What shows a picture: the names of fields, and the titles of pages of text.
 */
export function usesOf(picture: string, content: Content): string[] {
  const places = picturePlaces(content).filter(
    (one) => one.picture === picture,
  );
  const { src = "" } = content.pictures[picture] ?? {};
  const pages = Object.values(content.markdownPages).filter(({ html }) =>
    html.includes(` src="${src}"`),
  );
  return [
    ...places.map(({ name }) => name),
    ...pages.map(({ title }) => title),
  ];
}
