/** *Pages and texts*, and the forms for what no tap reaches. */
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  fieldAt,
  pathInFile,
  pathOfPointer,
  pointerTo,
  type ContentField,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import {
  ContentSchema,
  type Content,
} from "../../../contract/content/schema.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { SamplePage } from "../../../contract/inbox/site-editor.ts";
import { valueAt } from "../../content/apply-edits.ts";
import { markSentences, marksIn } from "../../content/marks.ts";
import { sampleAt } from "../../content/sample.ts";
import { readQuery } from "../../http/forms.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { InboxFailure, postForm, present } from "../forms.ts";
import {
  helpFor,
  lockOf,
  nameOf,
  sentencesFor,
  stringsIn,
  textTyped,
} from "./describe.ts";
import {
  placeIn,
  versionOf,
  type DraftContent,
  type WantedEdit,
} from "./draft.ts";
import type { ControlProps, FieldsProps } from "./fields-page.tsx";
import { linkPage } from "./linked-page.ts";
import { editablePages, pageStateOf } from "./sample-pages.ts";
import { fieldsAddress, siteAddress, type SiteParts } from "./site-page.ts";

/** What a form asked for and the check refused. */
interface Refused {
  typed: ReadonlyMap<string, string>;
  problems: FieldsProps["problems"];
  byField: ReadonlyMap<string, readonly string[]>;
}

export function registerSiteFields(
  app: FastifyInstance,
  parts: SiteParts,
): void {
  const { draft, settings, shown } = parts;
  const { siteEditor } = shown.content;

  app.get(INBOX.siteTexts, async (request, reply) => {
    const page = readQuery(request).get(INBOX_FIELDS.page) ?? "/";
    const now = await draft.read();
    if (!now.content) return reply.redirect(INBOX.siteChanges, 303);
    const texts = await textsOutOfReach(page, now.content, parts);
    const { samples, others } = editablePages(now.content);
    return reply.show("site-texts", {
      page,
      samples,
      pages: others,
      texts: texts.map((at) => textLink(at, now, page)),
      missing: missingIn(now).map((at) => {
        return { at: pointerTo(at), name: nameOf(at) };
      }),
      files: topFields(now.content).map((at) => {
        return { name: nameOf(at), address: fieldsAddress(at, page) };
      }),
    });
  });

  app.get(INBOX.siteFields, async (request, reply) => {
    const query = readQuery(request);
    const at = pathOfPointer(query.get(INBOX_FIELDS.at) ?? "");
    const page = query.get(INBOX_FIELDS.page) ?? "/";
    return showFields(reply, at, page, await draft.read());
  });

  postForm(app, INBOX.siteFields, async ({ request, reply, fields, by }) => {
    const at = pathOfPointer(fields.get(INBOX_FIELDS.at) ?? "");
    const page = fields.get(INBOX_FIELDS.page) ?? "/";
    const now = await draft.read();
    const { value } = valueOf(at, now);
    if (fields.get(INBOX_FIELDS.was) !== versionOf(value))
      return refuse(409, [siteEditor.changed]);
    const result = await draft.save(editsIn(fields, at, now), by);
    if (result.kind === "stale") return refuse(409, [siteEditor.changed]);
    if (result.kind === "saved") {
      request.log.info({ by, pointer: pointerTo(at) }, "the draft changed");
      return { what: "saved", back: siteAddress({ page }) };
    }
    const isOwn = (path: string, name: string) =>
      path === [...at, ...(name === "" ? [] : [name])].join("/");
    const byField = new Map<string, string[]>();
    const rest = result.problems.filter(({ path, sentence }) => {
      const name = controlsOf(at).find((one) =>
        isOwn((path ?? []).join("/"), one),
      );
      if (name === undefined) return true;
      byField.set(name, [...(byField.get(name) ?? []), sentence]);
      return false;
    });
    return refuse(400, sentencesFor(at, rest), byField);

    function refuse(
      status: number,
      problems: readonly string[],
      own: Refused["byField"] = new Map(),
    ) {
      const refused = { typed: fields, problems, byField: own };
      return showFields(reply.code(status), at, page, now, refused);
    }
  });

  postForm(app, INBOX.siteParts, async ({ fields, by, request }) => {
    const at = pathOfPointer(fields.get(INBOX_FIELDS.at) ?? "");
    const page = fields.get(INBOX_FIELDS.page) ?? "/";
    const now = await draft.read();
    const isMissing = missingIn(now).some(
      (one) => pointerTo(one) === pointerTo(at),
    );
    if (!isMissing) throw new InboxFailure("missing");
    const { file, path, value } = valueOf(at, now);
    const edit = { file, path, action: "set" as const, value: sampleAt(at) };
    const result = await draft.save([{ ...edit, seen: versionOf(value) }], by);
    if (result.kind !== "saved") throw new InboxFailure("unreadable");
    request.log.info({ by, pointer: pointerTo(at) }, "the draft changed");
    return { what: "saved", back: siteAddress({ page }) };
  });

  function showFields(
    reply: FastifyReply,
    at: FieldPath,
    page: string,
    now: DraftContent,
    refused?: Refused,
  ) {
    const { value } = valueOf(at, now);
    const names = controlsOf(at);
    return reply.show("site-fields", {
      heading: nameOf(at),
      hidden: {
        [INBOX_FIELDS.at]: pointerTo(at),
        [INBOX_FIELDS.page]: page,
        [INBOX_FIELDS.was]: versionOf(value),
      },
      controls: names.map((name) => controlFor(at, name, now, refused)),
      groups: innerFields(at, value).map((inner) => textLink(inner, now, page)),
      problems: refused?.problems ?? [],
      back: siteAddress({ page }),
    });
  }

  function controlFor(
    at: FieldPath,
    name: string,
    now: DraftContent,
    refused: Refused | undefined,
  ): ControlProps {
    const path = name === "" ? at : [...at, name];
    const { file, value } = valueOf(path, now);
    const [present_ = ""] = stringsIn(value);
    return {
      name: fieldName(name),
      label: nameOf(path.slice(-1)),
      help: helpFor(path, file, now.texts),
      field: present(fieldAt(path)),
      value: refused?.typed.get(fieldName(name)) ?? present_,
      locked: lockOf(path, settings, siteEditor),
      problems: refused?.byField.get(name) ?? [],
    };
  }

  function editsIn(
    fields: ReadonlyMap<string, string>,
    at: FieldPath,
    now: DraftContent,
  ): WantedEdit[] {
    return controlsOf(at).flatMap((name): WantedEdit[] => {
      const path = name === "" ? at : [...at, name];
      const typed = fields.get(fieldName(name));
      if (typed === undefined || lockOf(path, settings, siteEditor)) return [];
      const { value: was, ...place } = valueOf(path, now);
      const value = valueTyped(typed, present(fieldAt(path)));
      if (versionOf(value) === versionOf(was)) return [];
      const action = value === undefined ? "remove" : "set";
      return [{ ...place, action, value, seen: versionOf(was) }];
    });
  }
}

/** A form has one field for each name; a form for one text has the empty name. */
const fieldName = (name: string): string => `field-${name}`;

/** The kinds of fields for which this page has a control. */
const CONTROLS: readonly ContentField["kind"][] = [
  "text",
  "number",
  "yes-no",
  "choice",
];

const hasControl = (path: FieldPath): boolean =>
  CONTROLS.includes(fieldAt(path)?.kind ?? "other");

function controlsOf(at: FieldPath): readonly string[] {
  if (hasControl(at)) return [""];
  const names = fieldAt(at)?.names ?? [];
  return names.filter((name) => hasControl([...at, name]));
}

/** The fields that have fields of their own, or are items of a list. */
function innerFields(at: FieldPath, value: unknown): FieldPath[] {
  if (typeof value !== "object" || value === null) return [];
  const own = controlsOf(at);
  return Object.keys(value)
    .filter((name) => !own.includes(name))
    .map((name) => [...at, name])
    .filter((path) => fieldAt(path) !== undefined);
}

/** @throws {InboxFailure} if the content has no such field */
function valueOf(at: FieldPath, { texts }: DraftContent) {
  const field = at.length > 0 && fieldAt(at);
  const place = present(field ? placeIn(texts, at) : undefined);
  return { ...place, value: valueAt(texts, place.file, place.path) };
}

function valueTyped(typed: string, field: ContentField): unknown {
  const text = textTyped(typed);
  if (text === "" && field.isOptional) return undefined;
  if (field.kind === "yes-no") return text === "true";
  const isNumber = text !== "" && Number.isFinite(Number(text));
  return field.kind === "number" && isNumber ? Number(text) : text;
}

/** So much of a text is enough to recognize it. */
const SHOWN_LETTERS = 120;

function textLink(at: FieldPath, now: DraftContent, page: string) {
  const { value } = valueOf(at, now);
  const [text = ""] = stringsIn(value);
  return {
    name: nameOf(at),
    text: text.slice(0, SHOWN_LETTERS),
    address: fieldsAddress(at, page),
  };
}

/** The content files of pages whose states have more words than their HTML. */
const FILES: Partial<Record<SamplePage | "", string>> = {
  home: "home",
  "book-call": "bookCall",
  schedule: "schedule",
};

/** The sentences of a page, as its HTML and its other states have them, that have no link. */
async function textsOutOfReach(
  page: string,
  content: Content,
  { shown, clock }: SiteParts,
): Promise<FieldPath[]> {
  const state = present(pageStateOf(page, content, clock));
  const { content: marked, paths } = markSentences(content);
  const html = await shown.draw(marked, state);
  const { linked } = linkPage(html, {
    edit: () => "",
    page: () => undefined,
    field: "",
    isOpen: () => false,
    isDone: () => false,
  });
  const { samples } = editablePages(content);
  const name = samples.find(({ path }) => path === page)?.name ?? "";
  const states = JSON.stringify(shown.filesOf(marked)[FILES[name] ?? ""]);
  const ofTrade = JSON.stringify(marked.trades[page.slice(1)]);
  const numbers = new Set([html, states ?? "", ofTrade ?? ""].flatMap(marksIn));
  return [...numbers]
    .filter((number) => !linked.has(number))
    .map((number) => present(paths[number]));
}

/** The parts that the content leaves out, and its empty lists, if the sample has them. */
function missingIn({ texts }: DraftContent): FieldPath[] {
  const parts = Object.keys(ContentSchema.entries).map((name) => [name]);
  return parts.flatMap((part) => {
    const place = placeIn(texts, part);
    if (!place) return [];
    const value = valueAt(texts, place.file, place.path);
    if (value === undefined) return fieldAt(part)?.isOptional ? [part] : [];
    return emptyLists(part, value);
  });
}

function emptyLists(at: FieldPath, value: unknown): FieldPath[] {
  if (Array.isArray(value) && value.length === 0)
    return stringsIn(sampleAt(at)).length > 0 ? [at] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    emptyLists([...at, name], part),
  );
}

/** The parts of all files, and the trades. */
function topFields({ trades }: Content): FieldPath[] {
  const parts = Object.keys(ContentSchema.entries).map((name) => [name]);
  const ofTrades = Object.keys(trades).map((name) => ["trades", name]);
  return [...parts, ...ofTrades].filter(
    (at) => pathInFile(at).length === at.length || at.length > 1,
  );
}
