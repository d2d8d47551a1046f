/** The addresses of the editor's pages, and what they ask for. */

import {
  pathOfPointer,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";

/** The fields of an address or of a form that was sent. */
export interface SentFields {
  get: (name: string) => string | null | undefined;
}

/**
 * A text on a page of the site. `turn` counts
 * the places of the same text, from 0.
 */
export interface Place {
  page: string;
  at: FieldPath;
  turn?: number;
}

/**
 * The place that an address or a form asks for. Without a text, `at` is empty.
 */
export const placeIn = (fields: SentFields): Place => ({
  page: fields.get(INBOX_FIELDS.page) ?? "/",
  at: pathOfPointer(fields.get(INBOX_FIELDS.at) ?? ""),
  turn: Number(fields.get(INBOX_FIELDS.turn)),
});

/** The fields that ask for a place. */
export const askingFor = ({ page, at, turn = 0 }: Place) => ({
  [INBOX_FIELDS.page]: page,
  [INBOX_FIELDS.at]: pointerTo(at),
  [INBOX_FIELDS.turn]: String(turn),
});

const addressWith = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query)}`;

/**
 * The editor's page for a page of the site,
 * or another page that leads back there.
 */
export const pageAddress = (page: string, path: string = INBOX.site): string =>
  addressWith(path, { [INBOX_FIELDS.page]: page });

/** A page with the field at a text. */
export const textAddress = (place: Place): string =>
  addressWith(INBOX.site, askingFor(place));

/** The place that was edited last has this id. */
export const EDITED = "edited";
/** The bar at the foot of a page has this id. */
export const BAR = "site-bar";

/**
 * A page at its bar, where a keyboard goes
 * on, and not before all links of the page.
 */
export const barAddress = (page: string): string =>
  `${pageAddress(page)}#${BAR}`;

/** A page at the text that was changed. */
export function changedAddress(place: Place): string {
  const { at, ...asked } = askingFor(place);
  return `${addressWith(INBOX.site, { ...asked, done: at })}#${EDITED}`;
}

/** The form with all fields of a part or an item, or with one field. */
export const fieldsAddress = (at: FieldPath, page: string): string =>
  addressWith(INBOX.siteFields, askingFor({ page, at }));

/**
 * The form for a page of its own, or for a new one that begins from another.
 */
export const pageFormAddress = (
  asked: { file: string } | { from: string },
): string => addressWith(INBOX.sitePage, asked);

/** A picture of the content folder. */
export const pictureAddress = (picture: string): string =>
  addressWith(INBOX.sitePicture, { picture });

/** A file of the draft. */
export const fileAddress = (name: string): string =>
  addressWith(INBOX.siteFile, { name });
