/**
 * The forms for what no tap reaches: numbers,
 * choices, settings and all fields of an item.
 */

import type { FastifyReply } from "fastify";
import * as v from "valibot";
import { ColorsSchema } from "../../../contract/content/colors.ts";
import {
  nameOf,
  fieldAt,
  fullPath,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { Edit } from "../../content/apply-edits.ts";
import { ofFile } from "../../content/content.ts";
import { contrastProblems, readableColors } from "../../content/contrast.ts";
import { partsWithin } from "../../content/parts.ts";
import { readQuery } from "../../http/forms.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { present, redirectWith } from "../forms.ts";
import {
  askingFor,
  barAddress,
  changedAddress,
  fieldsAddress,
  pageAddress,
  placeIn,
  type Place,
} from "./addresses.ts";
import {
  changesAt,
  controlName,
  formFieldsOf,
  removeBox,
  rowsOf,
  settingAt,
  type FieldForm,
  type Typed,
} from "./controls.ts";
import { sentencesFor, shortText, stringsIn } from "./describe.ts";
import {
  editAt,
  isSeen,
  showing,
  shownAt,
  STALE,
  valueOf,
  type DraftContent,
  type Refusal,
} from "./draft.ts";
import type { SiteParts, SiteRoom } from "./site-page.ts";
import { readUpload, UPLOAD } from "./upload.ts";

/**
 * What was typed into a form that is shown again, and what is wrong with it.
 */
export type TypedForm = Required<Pick<FieldForm, "typed" | "problems">>;

/** What a form is made for. */
type Opened = Pick<Place, "at" | "page"> & { now: DraftContent };

export const registerSiteForm: SiteRoom = (app, parts) => {
  const { draft, siteEditor } = parts;

  app.get(INBOX.siteFields, async (request, reply) => {
    const { at, page } = placeIn(readQuery(request));
    return showForm(reply, { at, page, now: await draft.read() }, parts);
  });

  app.post(INBOX.siteFields, UPLOAD, async (request, reply) => {
    const { typed, faults } = await readUpload(request, parts);
    const by = request.signIn?.email;
    const { at, page } = placeIn(typed);
    const now = await draft.read();
    const opened = { at, page, now };
    const tried = typedColors(typed, now);
    if (tried) {
      const problems = problemsOfColors(tried, now);
      return showForm(reply, opened, parts, { typed: tried, problems });
    }
    if (faults.length > 0) return refuse(400, faults);
    const seen = shownAt(at, now);
    const fields = typed.has(removeBox(at))
      ? [at]
      : formFieldsOf(at, valueOf(at, now).value);
    const typedEdits = editsIn(fields, typed, now, parts);
    const edits = [...typedEdits, ...namesFollowing(typedEdits, now)];
    const back = settingAt(at)
      ? barAddress(page)
      : changedAddress({ page, at });
    if (edits.length === 0) return reply.redirect(back, 303);
    const refusal = isSeen(typed, seen) ? await draft.save(edits, by) : STALE;
    if (!refusal) return redirectWith(reply, { what: "saved", back });
    const { status, problems } = whyRefused(refusal, parts, edits);
    // Items that go move the places that the problems name.
    const hasMoved = edits.some(({ action }) => action === "remove");
    return refuse(
      status,
      hasMoved ? sentencesFor(problems, siteEditor).map(ofFile) : problems,
    );

    function refuse(code: number, again: TypedForm["problems"]) {
      const form = { typed, problems: again };
      return showForm(reply.code(code), opened, parts, form);
    }
  });
};

/** The edits for what was typed into a form of fields. */
export const editsIn = (
  fields: readonly FieldPath[],
  typed: Typed,
  now: DraftContent,
  parts: SiteParts,
): Edit[] =>
  fields.flatMap((at) => {
    const { file, value } = valueOf(at, now);
    const changes = changesAt(at, value, { parts, typed });
    return changes.map(({ path, action, value: wanted }) =>
      editAt(fullPath(file, path), now, action, wanted),
    );
  });

/** The footer, the reviews and the case call a trade by its name. */
const NAMES_TRADE = /^footer\/industries\/|\/trade$/;

const namesFollowing = (edits: readonly Edit[], now: DraftContent): Edit[] =>
  edits
    .filter(
      ({ file, path }) => file.startsWith("trades/") && path[0] === "name",
    )
    .flatMap(({ was, value }) =>
      Array.from(partsWithin(now.content))
        .filter(([at, part]) => part === was && NAMES_TRADE.test(at.join("/")))
        .map(([at]) => editAt(at, now, "set", value)),
    );

function showForm(
  reply: FastifyReply,
  { at, page, now }: Opened,
  parts: SiteParts,
  again?: TypedForm,
): FastifyReply {
  const { value } = valueOf(at, now);
  const { kind, isNullable, isOptional } = present(fieldAt(at));
  const canGo = kind === "group" && (isNullable || isOptional);
  const { siteEditor } = parts;
  const { preview, readable } = siteEditor;
  const setting = settingAt(at);
  const { typed, problems = [] } = again ?? {};
  const colors = at[0] === "colors" ? colorsOf(now, typed) : undefined;
  const form = { now, parts, colors, typed, problems };
  return reply.show("FieldsPage", {
    heading: setting ? siteEditor.settings[setting] : nameOf(at, now.content),
    hidden: { ...askingFor({ at, page }), ...showing(shownAt(at, now)) },
    rows: rowsOf(formFieldsOf(at, value), form),
    colors,
    buttons: colors
      ? { preview, ...(problems.length > 0 && { readable }) }
      : {},
    leaveOut: canGo && Object(value) === value ? removeBox(at) : undefined,
    groups: innerFields(at, value).map((inner) => textLink(inner, now, page)),
    problems: sentencesFor(problems, siteEditor),
    back: pageAddress(page),
  });
}

/** Why a form was not saved, and with which status. */
export function whyRefused(
  refusal: Refusal,
  { siteEditor, loadedPages: { content } }: SiteParts,
  edits: readonly Edit[],
) {
  if (refusal !== STALE) return { status: 400, problems: refusal };
  // Beside each field that would replace what somebody else may have saved.
  const problems = edits.map(({ file, path, was }) => {
    const at = fullPath(file, path);
    const now = shortText(at, was, content) || "–";
    return { ...ofFile(`${siteEditor.changed}: ${now}`), path: at };
  });
  return { status: 409, problems };
}

const COLORS = ["colors"];

/**
 * The draft's colors with those that were
 * typed. Undefined if one of them is no color.
 */
function colorsOf({ content }: DraftContent, typed: Typed = new Map()) {
  const colors = Object.entries(content.colors).map(([name, color]) => [
    name,
    typed.get(controlName([...COLORS, name])) ?? color,
  ]);
  const parsed = v.safeParse(ColorsSchema, Object.fromEntries(colors));
  return parsed.success ? parsed.output : undefined;
}

/** What could not be read in tried colors, before *Save*. */
function problemsOfColors(typed: Typed, now: DraftContent) {
  const colors = colorsOf(now, typed);
  const unread = colors ? contrastProblems(colors) : [];
  return unread.map(([name, sentence]) => ({
    path: [...COLORS, name],
    sentence,
  }));
}

/**
 * What the form shows after *Preview* or *Use the
 * nearest colors*. Undefined for other buttons.
 */
function typedColors(typed: Typed, now: DraftContent): Typed | undefined {
  const asked = typed.get(INBOX_FIELDS.action);
  if (asked === "preview") return typed;
  const colors = asked === "readable" ? colorsOf(now, typed) : undefined;
  if (!colors) return undefined;
  const readable = Object.entries(readableColors(colors)).map(
    ([name, color]) => [controlName([...COLORS, name]), color] as const,
  );
  return new Map([...typed, ...readable]);
}

/**
 * The fields that have fields of their own, also those
 * that are not there yet, or are items of a list.
 */
function innerFields(at: FieldPath, value: unknown): FieldPath[] {
  const own = formFieldsOf(at, value).map((one) => pointerTo(one));
  if (own.includes(pointerTo(at))) return [];
  const names = fieldAt(at)?.names ?? [];
  return [...new Set([...Object.keys(Object(value)), ...names])]
    .map((name) => [...at, name])
    .filter((one) => fieldAt(one) && !own.includes(pointerTo(one)));
}

/** So much of a text is enough to recognize it. */
const SHOWN_LETTERS = 120;

export function textLink(at: FieldPath, now: DraftContent, page: string) {
  const { value } = valueOf(at, now);
  const [text = ""] = stringsIn(value);
  return {
    name: nameOf(at, now.content),
    text: text.slice(0, SHOWN_LETTERS),
    address: fieldsAddress(at, page),
  };
}
