/** The team's draft: the content folder with edits that are not published yet. */
import { isoTime } from "../../../contract/durations.ts";
import { createHash } from "node:crypto";
import type { FieldPath } from "../../../contract/content/fields.ts";
import { fileOfPart, pathInFile } from "../../../contract/content/fields.ts";
import {
  applyEdits,
  valueAt,
  valueBefore,
  type Edit,
} from "../../content/apply-edits.ts";
import { checkContent, type ContentProblem } from "../../content/content.ts";
import { readContentFolder } from "../../content/content-folder.ts";
import { writeTexts } from "../../content/write-texts.ts";
import { createUuidV7 } from "../../leads/uuid.ts";
import type { SiteSettings } from "../../settings/env.ts";
import { messageOf } from "../../settings/error-code.ts";
import type { Database } from "../../store/database.ts";
import type { Query } from "../../store/query.ts";
import { lockKey } from "../../store/sql.ts";
import * as rows from "./edit-rows.ts";

/** An edit as a form asks for it: `seen` is the version of the value that the form showed. */
export type WantedEdit = Omit<Edit, "was"> & { seen: string };

export type SaveResult =
  | { kind: "saved" }
  /** Somebody changed the same value after the form was shown. */
  | { kind: "stale" }
  | { kind: "refused"; problems: readonly ContentProblem[] };

export type PublishResult =
  | { kind: "published" }
  | { kind: "refused"; problems: readonly ContentProblem[] }
  | { kind: "unwritable"; reason: string };

export interface DraftParts {
  store: Database;
  settings: SiteSettings;
  now: () => number;
}

export type Draft = ReturnType<typeof createDraft>;
export type DraftContent = Awaited<ReturnType<Draft["read"]>>;

/** Names a value, so that a form can tell which value it showed. */
export const versionOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("base64url")
    .slice(0, 16);

/** The file that holds a field, and the field's path in it. */
export function placeIn(
  texts: Readonly<Record<string, string>>,
  at: FieldPath,
) {
  const named = fileOfPart(at);
  if (named === undefined) return undefined;
  const has = (file: string) =>
    at[0] === "trades" || valueAt(texts, file, at.slice(0, 1)) !== undefined;
  const file = [named, ...Object.keys(texts)].find(has) ?? named;
  return file in texts ? { file, path: pathInFile(at) } : undefined;
}

export function createDraft({ store, settings, now }: DraftParts) {
  const newId = createUuidV7(now);

  function contentWith(edits: readonly rows.EditRow[], further: Edit[] = []) {
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
      published: folder.texts,
      waiting: draft.waiting,
      /** Whether the further edits do not fit. */
      isStale: waiting.length > 0,
      ...checked,
    };
  }

  const read = async () => contentWith(await store.read(rows.readDraft));

  /** Runs alone among all writers of the draft, also of other processes. */
  const change = <Result>(work: (query: Query) => Promise<Result>) =>
    store.write(async (query) => {
      await query`${lockKey(rows.DRAFT)}`;
      return work(query);
    });

  /** Stores all edits or none. */
  function save(wanted: readonly WantedEdit[], by: string | undefined) {
    return change(async (query): Promise<SaveResult> => {
      const edits = await rows.readDraft(query);
      const { texts } = contentWith(edits);
      const further = wanted.map(({ seen, ...edit }) => {
        // A new item replaces nothing, whatever stands at its place now.
        const isNew = edit.action === "insert";
        return {
          ...edit,
          seen,
          was: isNew ? undefined : valueBefore(texts, edit),
        };
      });
      const draft = contentWith(edits, further);
      const { isStale, content, problems, waiting } = draft;
      if (isStale || further.some(({ seen, was }) => seen !== versionOf(was)))
        return { kind: "stale" };
      if (!content) return { kind: "refused", problems };
      const editedAt = isoTime(now());
      for (const edit of further) {
        const earlier = earlierEditOf(edit, edits);
        if (earlier) await rows.removeEdits(query, [earlier.id]);
        const isBuiltOn = earlier && !waiting.includes(earlier);
        const was = isBuiltOn ? earlier.was : edit.was;
        const isBack = versionOf(was) === versionOf(edit.value);
        if (isBack && edit.action === "set") continue;
        const row = { id: newId(), editedBy: by, editedAt };
        await rows.insertEdit(query, { ...edit, was, ...row });
      }
      return { kind: "saved" };
    });
  }

  /** Writes the files. The edits that wait stay in the draft. */
  function publish(by: string | undefined) {
    return change(async (query): Promise<PublishResult> => {
      const edits = await rows.readDraft(query);
      const draft = contentWith(edits);
      const { content, problems, waiting } = draft;
      if (!content) return { kind: "refused", problems };
      try {
        const gone = Object.keys(draft.published).filter(
          (file) => !Object.hasOwn(draft.texts, file),
        );
        writeTexts(settings.contentDir, changedTexts(draft), gone);
      } catch (error) {
        return { kind: "unwritable", reason: messageOf(error) };
      }
      const ids = edits.filter((edit) => !waiting.includes(edit));
      await rows.markPublished(
        query,
        ids.map(({ id }) => id),
        { by, at: isoTime(now()) },
      );
      return { kind: "published" };
    });
  }

  /** Gives a file another name that no visitor has seen yet. */
  const moveFile = (from: string, to: string) =>
    change((query) => rows.renameFile(query, from, to));

  const remove = (ids: readonly string[]) =>
    change((query) => rows.removeEdits(query, ids));

  return { read, save, publish, moveFile, remove };
}

/** The files of a draft that differ from the folder. */
export const changedTexts = ({
  texts,
  published,
}: Pick<DraftContent, "texts" | "published">): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).filter(([file, text]) => published[file] !== text),
  );

/** The edit of the draft that set the same field, unless a list has changed since. */
function earlierEditOf(edit: Edit, edits: readonly rows.EditRow[]) {
  if (edit.action !== "set") return undefined;
  const isSame = ({ path }: Edit) => path.join("/") === edit.path.join("/");
  const last = edits.findLast(
    (one) => one.file === edit.file && (one.action !== "set" || isSame(one)),
  );
  return last?.action === "set" ? last : undefined;
}
