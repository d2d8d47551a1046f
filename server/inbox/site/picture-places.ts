/** The places of the site that show a picture, and what choosing one changes in the content. */
import {
  fieldAt,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { TextChange } from "../../content/change-yaml.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { nameOf } from "./describe.ts";

/** Parts that begin and end with their picture. */
const PARTS: readonly FieldPath[] = [["logo"], ["contact", "team"]];
const PICTURE = "picture";
/** The field that says what the picture of a part shows. */
const DESCRIPTION = "text";

/** The part that a picture begins, or the picture's own field. */
function placeOf(at: FieldPath): FieldPath {
  const part = PARTS.find(
    (one) => pointerTo(one) === pointerTo(at.slice(0, -1)),
  );
  return part ?? at;
}

export const pictureFieldOf = (place: FieldPath): FieldPath =>
  fieldAt(place)?.kind === "group" ? [...place, PICTURE] : place;

/** The address at which a picture is chosen for a place. */
export const pictureChoice = (at: FieldPath, page: string): string =>
  `${INBOX.sitePictures}?${new URLSearchParams({
    [INBOX_FIELDS.at]: pointerTo(placeOf(at)),
    [INBOX_FIELDS.page]: page,
  })}`;

/** All places, with the names of their pictures. */
export function picturePlaces(content: Content) {
  const fields = pictureFields(content, []);
  const places = [...PARTS, ...fields.map(placeOf)];
  const byPointer = new Map(places.map((at) => [pointerTo(at), at]));
  return Array.from(byPointer.values(), (at) => {
    const field = pictureFieldOf(at);
    const who = shownAt(content, [...field.slice(0, -1), "name"]);
    return { at, picture: shownAt(content, field), who };
  });
}

/** Fields of what the content has, also those that are empty. */
function pictureFields(value: unknown, at: FieldPath): FieldPath[] {
  const field = fieldAt(at);
  if (field?.kind === "picture") return [at];
  if (!field || typeof value !== "object" || value === null) return [];
  const names = field.names.length > 0 ? field.names : Object.keys(value);
  const inner = new Map<string, unknown>(Object.entries(value));
  return names.flatMap((name) => pictureFields(inner.get(name), [...at, name]));
}

export function shownAt(value: unknown, [step, ...rest]: FieldPath): string {
  if (step === undefined) return typeof value === "string" ? value : "";
  const inner = new Map<string, unknown>(Object.entries(Object(value)));
  return shownAt(inner.get(step), rest);
}

/** The pictures that a place can show. Pages draw parts of `trades.svg`, and never the whole. */
export const choosable = ({ pictures }: Content): string[] =>
  Object.keys(pictures).filter((name) => name !== "trades.svg");

/** What shows a picture: the names of fields, and the titles of pages of text. */
export function usesOf(picture: string, content: Content): string[] {
  const places = picturePlaces(content).filter(
    (one) => one.picture === picture,
  );
  const { src = "" } = content.pictures[picture] ?? {};
  const pages = Object.values(content.markdownPages).filter(({ html }) =>
    html.includes(` src="${src}"`),
  );
  return [
    ...places.map(({ at }) => nameOf(at)),
    ...pages.map(({ title }) => title),
  ];
}

/** The description at a place that has one: empty before somebody wrote it. */
export function descriptionAt(at: FieldPath, value: unknown) {
  const asks = fieldAt(at)?.names.includes(DESCRIPTION);
  return asks ? shownAt(value, [DESCRIPTION]) : undefined;
}

/** @param picture empty for none */
export function changesOfChoice(
  at: FieldPath,
  value: unknown,
  picture: string,
  description: string,
): (TextChange & { was: unknown })[] {
  const field = fieldAt(at);
  const set = (step: string, text: string) => {
    const was = shownAt(value, [step]);
    return { path: [...at, step], action: "set" as const, value: text, was };
  };
  if (picture === "" && field?.isNullable)
    return [{ path: at, action: "set", value: null, was: value }];
  if (picture === "")
    return value === undefined
      ? []
      : [{ path: at, action: "remove", was: value }];
  if (field?.kind !== "group")
    return [{ path: at, action: "set", value: picture, was: value }];
  const asks = field.names.includes(DESCRIPTION);
  if (Object(value) === value)
    return [
      set(PICTURE, picture),
      ...(asks ? [set(DESCRIPTION, description)] : []),
    ];
  const rest = field.names.map((name) => {
    const [first = description] = fieldAt([...at, name])?.options ?? [];
    return [name, name === PICTURE ? picture : first] as const;
  });
  const made = Object.fromEntries(rest);
  return [{ path: at, action: "set", value: made, was: value }];
}

export const isPlace = (at: FieldPath): boolean =>
  fieldAt(pictureFieldOf(at))?.kind === "picture";

/** Whether the site can do without a picture at a place. */
export function canBeEmpty(at: FieldPath): boolean {
  const { isOptional = false, isNullable = false } = fieldAt(at) ?? {};
  return isOptional || isNullable;
}
