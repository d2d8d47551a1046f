/**
 * The team's draft: the content folder with edits that are not published yet.
 */

import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import {
  fieldAt,
  fileOfPart,
  pathInFile,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { isoTime } from "../../../contract/durations.ts";
import type { ChangeAction } from "../../../contract/inbox/site-editor.ts";
import {
  applyEdits,
  isDone,
  valueAt,
  valueBefore,
  type Edit,
} from "../../content/apply-edits.ts";
import { readContentFolder } from "../../content/content-folder.ts";
import {
  checkContent,
  isOwnSentence,
  ofFile,
  type ContentProblem,
} from "../../content/content.ts";
import { completed, sampleAt } from "../../content/sample.ts";
import { writeFiles } from "../../content/write-files.ts";
import { createUuidV7 } from "../../leads/uuid.ts";
import type { SiteSettings } from "../../settings/env.ts";
import type { Database } from "../../store/database.ts";
import type { Query } from "../../store/query.ts";
import { lockKey } from "../../store/sql.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { present } from "../forms.ts";
import type { SentFields } from "./addresses.ts";
import * as rows from "./edit-rows.ts";

/** Somebody changed the same value after the form was shown. */
export const STALE = "stale";

const TOO_LONG = "Its file would have more than 64 KB: shorten the text.";

/** Why edits were not saved. */
export type Refusal = typeof STALE | readonly ContentProblem[];

export interface DraftParts {
  store: Database;
  settings: SiteSettings;
  now: () => number;
  log: Pick<FastifyBaseLogger, "info">;
}

export type Draft = ReturnType<typeof createDraft>;
export type DraftContent = Awaited<ReturnType<Draft["read"]>>;

/**
 * The folder, or the draft, has a mistake, so
 * there are no words to show or to change.
 */
export class BrokenDraft extends Error {}

/** Names a value, so that a form can tell which value it showed. */
const versionOf = (value: unknown): string =>
  hash("sha256", JSON.stringify(value) ?? "", "base64url").slice(0, 16);

/** The hidden field that says which value a form shows. */
export const showing = (value: unknown) => ({
  [INBOX_FIELDS.was]: versionOf(value),
});

/** Whether a form showed the value that is there now. */
export const isSeen = (fields: SentFields, value: unknown): boolean =>
  fields.get(INBOX_FIELDS.was) === versionOf(value);

/**
 * A field of the draft: its value, the file that holds it,
 * and its path and value there. What the program says of
 * itself has the sample's value where the file lacks it.
 * @throws {InboxFailure} if the content has no such field
 */
export function valueOf(at: FieldPath, { texts }: Pick<DraftContent, "texts">) {
  const has = (one: string, part: string) =>
    valueAt(texts, one, [part]) !== undefined;
  const file = present(fieldAt(at) && fileOfPart(at, has));
  present(texts[file]);
  const path = pathInFile(at);
  const was = valueAt(texts, file, path);
  const value = isOwnSentence(at[0]) ? completed(was, sampleAt(at), at) : was;
  return { file, path, value, was };
}

/**
 * The items of lists around a field, the outermost
 * first; a text of a list is an item, too.
 */
export const itemsAround = (at: FieldPath): FieldPath[] =>
  [...at.keys()]
    .filter((index) => fieldAt(at.slice(0, index))?.kind === "list")
    .map((index) => at.slice(0, index + 1));

/**
 * What a form of a field shows, for `showing`: an
 * item of a list as a whole, since items move.
 * @throws {InboxFailure} if the item is gone
 */
export function shownAt(at: FieldPath, now: Pick<DraftContent, "texts">) {
  const [item] = itemsAround(at);
  return item ? present(valueOf(item, now).value) : valueOf(at, now).value;
}

/**
 * An edit of a field as it is now. @throws
 * {InboxFailure} if the content has no such field
 */
export function editAt(
  at: FieldPath,
  now: DraftContent,
  action: ChangeAction,
  wanted?: unknown,
): Edit {
  const { file, path, value, was } = valueOf(at, now);
  const edit = { file, path, action, value: wanted, was };
  const [item] = itemsAround(at);
  const list = item && valueOf(item.slice(0, -1), now);
  if (list?.was !== undefined || list?.value === undefined) return edit;
  // An older folder lacks the list, so the edit writes all of it.
  const whole: Edit = { ...list, action: "set" };
  const { texts } = applyEdits(now.texts, [whole, { ...edit, was: value }]);
  return { ...whole, value: valueAt(texts, file, list.path) };
}

export function createDraft({ store, settings, now, log }: DraftParts) {
  const newId = createUuidV7(now);

  /** Reads a draft that may have mistakes. */
  const inspect = async () =>
    contentWith(settings, await store.read(rows.readDraft));

  /** @throws {BrokenDraft} */
  async function read() {
    const { content, ...draft } = await inspect();
    if (!content) throw new BrokenDraft("The content has mistakes.");
    return { ...draft, content };
  }

  /** Runs alone among all writers of the draft, also of other processes. */
  const change = <Result>(work: (query: Query) => Promise<Result>) =>
    store.write(async (query) => {
      await query`${lockKey("content draft")}`;
      return work(query);
    });

  return {
    inspect,
    read,

    /**
     * Stores all edits or none. @returns why
     * none is stored; undefined if all are
     */
    async save(wanted: readonly Edit[], by: string | undefined) {
      const refusal = await change((query) => {
        const who = { editedBy: by, editedAt: isoTime(now()) };
        return saveEdits(query, settings, wanted, (edit) =>
          rows.insertEdit(query, { ...edit, ...who, id: newId() }),
        );
      });
      const fields = wanted.map(({ file, path }) => file + pointerTo(path));
      if (!refusal) log.info({ by, fields }, "the draft changed");
      return refusal;
    },

    /**
     * Writes the files. Edits that wait, or
     * that nobody names, stay in the draft.
     * @returns why nothing was written: a refusal,
     * or the error of the disk; undefined if all was
     */
    publish: (fields: SentFields, by: string | undefined) =>
      change((query) =>
        publishEdits(query, settings, fields, { by, at: isoTime(now()) }),
      ),

    remove: (edits: readonly rows.EditRow[]) =>
      change((query) => rows.removeEdits(query, edits)),
  };
}

/** The folder with the draft's edits and with further ones, checked. */
function contentWith(
  settings: SiteSettings,
  edits: readonly rows.EditRow[],
  further: readonly Edit[] = [],
) {
  const folder = readContentFolder(settings.contentDir);
  const draft = applyEdits(folder.texts, edits);
  const { texts, waiting } = applyEdits(draft.texts, further);
  const checked = checkContent(
    settings.site,
    { ...folder, texts },
    { leavesOutUnknown: true },
  );
  return {
    edits,
    texts,
    /** Without the further edits. */
    before: draft.texts,
    published: folder.texts,
    waiting: draft.waiting,
    /** Whether the further edits do not fit. */
    hasMisfit: waiting.length > 0,
    ...checked,
  };
}

type InsertEdit = (edit: Edit) => Promise<unknown>;

async function saveEdits(
  query: Query,
  settings: SiteSettings,
  wanted: readonly Edit[],
  insert: InsertEdit,
): Promise<Refusal | undefined> {
  const edits = await rows.readDraft(query);
  const changed = contentWith(settings, edits, wanted);
  const { hasMisfit, content, problems } = changed;
  // A second press finds what the first one did.
  if (wanted.every((edit) => isDone(changed.before, edit))) return undefined;
  // A new item replaces nothing, whatever stands at its place now.
  const isStale = wanted.some(
    (edit) =>
      edit.action !== "insert" &&
      !isDeepStrictEqual(edit.was, valueBefore(changed.before, edit)),
  );
  const isMove = wanted.some(({ action }) => ["up", "down"].includes(action));
  // An item that cannot move has become the first or the last meanwhile.
  if (isStale || (hasMisfit && isMove)) return STALE;
  if (hasMisfit) return [ofFile(TOO_LONG)];
  if (!content) return problems;
  for (const edit of wanted) await saveEdit(query, edit, changed, insert);
  return undefined;
}

/** Stores an edit in place of the earlier ones that it makes needless. */
async function saveEdit(
  query: Query,
  edit: Edit,
  draft: Pick<DraftContent, "edits" | "published" | "waiting">,
  insert: InsertEdit,
): Promise<void> {
  const { edits, published, waiting } = draft;
  const removesFile = edit.action === "remove" && edit.path.length === 0;
  if (removesFile && !(edit.file in published)) {
    // No visitor has seen this page.
    const changed = edits.filter(({ file }) => file === edit.file);
    await rows.removeEdits(query, changed);
    return;
  }
  const earlier = earlierEditOf(edit, edits);
  if (earlier) await rows.removeEdits(query, [earlier]);
  const isBuiltOn = earlier && !waiting.includes(earlier);
  const was = isBuiltOn ? earlier.was : edit.was;
  const isBack = edit.action === "set" && isDeepStrictEqual(was, edit.value);
  if (!isBack) await insert({ ...edit, was });
}

async function publishEdits(
  query: Query,
  settings: SiteSettings,
  fields: SentFields,
  publication: { by: string | undefined; at: string },
): Promise<Refusal | Error | undefined> {
  const edits = namedIn(fields, await rows.readDraft(query));
  const draft = contentWith(settings, edits);
  const { content, problems, waiting } = draft;
  if (!content) return problems;
  const written = edits.filter((edit) => !waiting.includes(edit));
  if (written.length === 0) {
    // A second press finds what the first one published.
    const before = namedIn(fields, await rows.publishedIds(query));
    // Else what the page showed was changed, taken back, or waits.
    return before.length > 0 ? undefined : STALE;
  }
  const gone = Object.keys(draft.published).filter(
    (file) => !Object.hasOwn(draft.texts, file),
  );
  try {
    writeFiles(settings.contentDir, changedTexts(draft), gone);
  } catch (error) {
    return new Error("The folder cannot be written.", { cause: error });
  }
  await rows.markPublished(query, written, publication);
  return undefined;
}

/** The edits that a form names: those that its page showed. */
export function namedIn<Row extends { id: string }>(
  fields: SentFields,
  edits: readonly Row[],
): Row[] {
  const ids = fields.get(INBOX_FIELDS.at) ?? "";
  return edits.filter(({ id }) => ids.includes(id));
}

/** The files of a draft that differ from the folder. */
export const changedTexts = ({
  texts,
  published,
}: Pick<DraftContent, "texts" | "published">) =>
  new Map(
    Object.entries(texts).filter(([file, text]) => published[file] !== text),
  );

/**
 * The edit of the draft that set the same
 * field, unless a list has changed since.
 */
function earlierEditOf(edit: Edit, edits: readonly rows.EditRow[]) {
  if (edit.action !== "set") return undefined;
  const isSame = ({ path }: Edit) => path.join("/") === edit.path.join("/");
  const last = edits.findLast(
    (one) => one.file === edit.file && (one.action !== "set" || isSame(one)),
  );
  return last?.action === "set" ? last : undefined;
}
