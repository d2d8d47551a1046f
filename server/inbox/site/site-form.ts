/** The forms for what no tap reaches: numbers, choices, settings and all fields of an item. */
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";
import { ColorsSchema, type Colors } from "../../../contract/content/colors.ts";
import {
  fieldAt,
  pathOfPointer,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { valueAt } from "../../content/apply-edits.ts";
import type { ContentProblem } from "../../content/content.ts";
import { contrastsOf, readableColors } from "../../content/contrast.ts";
import { readQuery } from "../../http/forms.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { postForm, present } from "../forms.ts";
import {
  changesIn,
  controlsOf,
  FIELD_PREFIX,
  isWhole,
  removeBox,
  rowsOf,
  type RowParts,
  type Typed,
} from "./controls.ts";
import {
  helpFor,
  lockOf,
  nameOf,
  sentencesFor,
  stringsIn,
} from "./describe.ts";
import { placeIn, versionOf, type DraftContent } from "./draft.ts";
import type { FormRow } from "./fields-page.tsx";
import { choosable } from "./picture-places.ts";
import { fieldsAddress, siteAddress, type SiteParts } from "./site-page.ts";

/** What was typed into a form that is shown again, and what is wrong with it. */
export interface Again {
  typed: Typed;
  /** Problems of no row of the form. */
  rest?: readonly string[];
  problems?: RowParts["problems"];
}

/** What a form is made for. */
interface Opened {
  at: FieldPath;
  page: string;
  now: DraftContent;
}

export function registerSiteForm(app: FastifyInstance, parts: SiteParts): void {
  const { draft } = parts;
  const { changed } = parts.shown.content.siteEditor;

  app.get(INBOX.siteFields, async (request, reply) => {
    const opened = openedBy(readQuery(request), await draft.read());
    return showForm(reply, opened, parts);
  });

  postForm(app, INBOX.siteFields, async ({ request, reply, fields, by }) => {
    const opened = openedBy(fields, await draft.read());
    const { at, page, now } = opened;
    const { file, value } = valueOf(at, now);
    const typed = typedColors(fields);
    if (typed) return showForm(reply, opened, parts, { typed });
    if (fields.get(INBOX_FIELDS.was) !== versionOf(value))
      return refuse(409, { rest: [changed] });
    const changes = changesIn(at, fields, rowParts(now, parts));
    const edits = changes.map(({ was, ...change }) => {
      return { file, ...change, seen: versionOf(was) };
    });
    const result = await draft.save(edits, by);
    if (result.kind === "stale") return refuse(409, { rest: [changed] });
    if (result.kind === "saved") {
      request.log.info({ by, pointer: pointerTo(at) }, "the draft changed");
      return { what: "saved", back: siteAddress({ page }) };
    }
    // Items that go move the places that the problems name.
    const hasMoved = changes.some(({ action }) => action === "remove");
    const rows = hasMoved ? [] : rowsOf(at, rowParts(now, parts));
    return refuse(400, problemsBeside(at, rows, result.problems));

    function refuse(status: number, refused: Omit<Again, "typed">) {
      const again = { typed: fields, ...refused };
      return showForm(reply.code(status), opened, parts, again);
    }
  });
}

function openedBy(
  fields: { get: (name: string) => string | null | undefined },
  now: DraftContent,
): Opened {
  const at = pathOfPointer(fields.get(INBOX_FIELDS.at) ?? "");
  return { at, page: fields.get(INBOX_FIELDS.page) ?? "/", now };
}

function showForm(
  reply: FastifyReply,
  { at, page, now }: Opened,
  parts: SiteParts,
  again?: Again,
): FastifyReply {
  const { value } = valueOf(at, now);
  const canBeLeftOut = fieldAt(at)?.isNullable && value !== null;
  return reply.show("site-fields", {
    heading: nameOf(at),
    hidden: {
      [INBOX_FIELDS.at]: pointerTo(at),
      [INBOX_FIELDS.page]: page,
      [INBOX_FIELDS.was]: versionOf(value),
    },
    rows: rowsOf(at, rowParts(now, parts, again)),
    colors: at[0] === "colors" ? colorsOf(now, again?.typed) : undefined,
    isRefused: (again?.problems?.size ?? 0) > 0,
    leaveOut: canBeLeftOut ? removeBox(FIELD_PREFIX) : undefined,
    groups: innerFields(at, value).map((inner) => textLink(inner, now, page)),
    problems: again?.rest ?? [],
    back: siteAddress({ page }),
  });
}

export function rowParts(
  now: DraftContent,
  { settings, shown }: SiteParts,
  again?: Again,
): RowParts {
  const { siteEditor } = shown.content;
  const colors = colorsOf(now, again?.typed);
  return {
    valueAt: (at) => valueOf(at, now).value,
    helpAt: (at) => [
      ...helpFor(at, valueOf(at, now).file, now.texts),
      ...contrastsAt(at, colors, siteEditor.contrast),
    ],
    lockAt: (at) => lockOf(at, settings, siteEditor),
    pictures: now.content ? choosable(now.content) : [],
    another: siteEditor.another,
    typed: again?.typed,
    problems: again?.problems ?? new Map(),
  };
}

function contrastsAt(
  [part, name = ""]: FieldPath,
  colors: Colors | undefined,
  sentence: string,
): string[] {
  if (part !== "colors" || !colors) return [];
  return contrastsOf(colors, name).map(({ use, ratio, least }) =>
    fillIn(sentence, { use, ratio: String(ratio), least: String(least) }),
  );
}

/** The check's sentences, each at the row of its field. */
function problemsBeside(
  at: FieldPath,
  rows: readonly FormRow[],
  problems: readonly ContentProblem[],
) {
  const pointers = new Set(pointersIn(rows));
  const pointerOf = ({ path }: ContentProblem) =>
    pointerTo((path ?? []).map(String));
  const byRow = Map.groupBy(problems, (problem) =>
    pointers.has(pointerOf(problem)) ? pointerOf(problem) : undefined,
  );
  const ofRows = [...byRow].flatMap(([pointer, list]) =>
    pointer === undefined
      ? []
      : [[pointer, list.map(({ sentence }) => sentence)] as const],
  );
  return {
    rest: sentencesFor(at, byRow.get(undefined) ?? []),
    problems: new Map(ofRows),
  };
}

const pointersIn = (rows: readonly FormRow[]): string[] =>
  rows.flatMap(({ pointer, rows: inner = [] }) => [
    pointer,
    ...pointersIn(inner),
  ]);

const COLOR_NAMES = Object.keys(ColorsSchema.entries);

/** The draft's colors with those that were typed. Undefined if one of them is no color. */
function colorsOf({ content }: DraftContent, typed: Typed = new Map()) {
  const given = COLOR_NAMES.flatMap((name) => {
    const color = typed.get(FIELD_PREFIX + name);
    return color === undefined ? [] : [[name, color] as const];
  });
  const colors = { ...content?.colors, ...Object.fromEntries(given) };
  const parsed = v.safeParse(ColorsSchema, colors);
  return parsed.success ? parsed.output : undefined;
}

/** What the form shows after *Preview* or *Use the nearest colors*. Undefined for other buttons. */
function typedColors(fields: Typed): Typed | undefined {
  const asked = fields.get(INBOX_FIELDS.action);
  if (asked === "preview") return fields;
  if (asked !== "readable") return undefined;
  const given = COLOR_NAMES.map((name) => [
    name,
    fields.get(FIELD_PREFIX + name),
  ]);
  const parsed = v.safeParse(ColorsSchema, Object.fromEntries(given));
  if (!parsed.success) return fields;
  const readable = Object.entries(readableColors(parsed.output));
  return new Map([
    ...fields,
    ...readable.map(([name, color]) => [FIELD_PREFIX + name, color] as const),
  ]);
}

/** The fields that have fields of their own, or are items of a list. */
function innerFields(at: FieldPath, value: unknown): FieldPath[] {
  if (typeof value !== "object" || value === null) return [];
  if (isWhole(at)) return [];
  const own = controlsOf(at);
  return Object.keys(value)
    .filter((name) => !own.includes(name))
    .map((name) => [...at, name])
    .filter((path) => fieldAt(path) !== undefined);
}

/** @throws {InboxFailure} if the content has no such field */
export function valueOf(at: FieldPath, { texts }: DraftContent) {
  const field = at.length > 0 && fieldAt(at);
  const place = present(field ? placeIn(texts, at) : undefined);
  return { ...place, value: valueAt(texts, place.file, place.path) };
}

/** So much of a text is enough to recognize it. */
const SHOWN_LETTERS = 120;

export function textLink(at: FieldPath, now: DraftContent, page: string) {
  const { value } = valueOf(at, now);
  const [text = ""] = stringsIn(value);
  return {
    name: nameOf(at),
    text: text.slice(0, SHOWN_LETTERS),
    address: fieldsAddress(at, page),
  };
}
