/**
 * *Changes*: the draft and the history. Each edit of both can be taken back.
 */

import { isDeepStrictEqual } from "node:util";
import { nameOf, fullPath } from "../../../contract/content/fields.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { HOME, INBOX } from "../../../contract/http/routes.ts";
import { isDone, reverseOf, type Edit } from "../../content/apply-edits.ts";
import { readQuery } from "../../http/forms.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { postForm, present, sendFile } from "../forms.ts";
import { fileAddress } from "./addresses.ts";
import { sentencesFor, shortText } from "./describe.ts";
import { changedTexts, namedIn, type DraftContent } from "./draft.ts";
import { readPublished, type EditRow } from "./edit-rows.ts";
import { publishable, type SiteRoom } from "./site-page.ts";

export const registerSiteChanges: SiteRoom = (app, parts) => {
  const { draft, store } = parts;
  const { content } = parts.loadedPages;

  app.get(INBOX.siteChanges, async (request, reply) => {
    const now = await draft.inspect();
    const wasUnwritten = readQuery(request).has("unwritten");
    const asked = publishable(request, now, parts, HOME.path);
    const canWrite = asked.canWrite && !wasUnwritten;
    const files = canWrite ? [] : [...changedTexts(now).keys()];
    const isWhole = now.content !== undefined;
    return reply.show("ChangesPage", {
      draft: now.edits.map((edit) => shownEdit(edit, now.waiting, content)),
      publications: publicationsOf(await readPublished(store), content),
      publish: { ...asked, canWrite: canWrite && isWhole },
      files: files.map((name) => ({ name, address: fileAddress(name) })),
      problems: [
        ...sentencesFor(now.problems, content.siteEditor),
        ...(isWhole ? [] : [content.siteEditor.unfit]),
        ...(wasUnwritten ? [content.siteEditor.readOnly] : []),
      ],
    });
  });

  app.get(INBOX.siteFile, async (request, reply) => {
    const name = readQuery(request).get("name") ?? "";
    const changed = changedTexts(await draft.inspect());
    const text = present(changed.get(name));
    const [file = ""] = name.split("/").slice(-1);
    return sendFile(reply, file, "text/plain", text);
  });

  postForm(app, INBOX.takeBack, async ({ request, fields, by }) => {
    const { edits } = await draft.inspect();
    const named = namedIn(fields, edits);
    if (namedIn(fields, await readPublished(store)).length > 0)
      return { what: "published-since", back: INBOX.siteChanges };
    // What was changed in a new file goes with the file.
    const gone = edits.filter((edit) =>
      named.some(
        (one) => one === edit || (isNewFile(one) && one.file === edit.file),
      ),
    );
    await draft.remove(gone);
    request.log.info({ by }, "changes of the draft were taken back");
    return { what: "taken-back", back: INBOX.siteChanges };
  });

  postForm(app, INBOX.undoEdit, async ({ fields, by }) => {
    const published = await readPublished(store);
    const id = fields.get(INBOX_FIELDS.at);
    const edit = present(published.find((one) => one.id === id));
    const back = undoOf(edit, await draft.inspect());
    const refusal = await draft.save([back], by);
    const what = refusal ? "changed-since" : "undone";
    return { what, back: INBOX.siteChanges };
  });
};

/**
 * The edit that takes a published edit back. Where a removed item's equal
 * stands in its place, an `insert` would count as done: a copy of that is not.
 */
function undoOf(
  edit: EditRow,
  { texts, edits }: Pick<DraftContent, "texts" | "edits">,
): Edit {
  const back = reverseOf(edit);
  const isSecondPress = edits.some(({ value, was }) =>
    isDeepStrictEqual(value ?? was, back.value),
  );
  return back.action === "insert" && isDone(texts, back) && !isSecondPress
    ? { ...back, action: "copy", value: undefined, was: back.value }
    : back;
}

const isNewFile = ({ path, was }: EditRow): boolean =>
  path.length === 0 && was === undefined;

function shownEdit(
  edit: EditRow,
  waiting: readonly EditRow[],
  content: Content,
) {
  const { id, file, path, action } = edit;
  const { value, was, editedBy, editedAt } = edit;
  const isNew = action === "set" && was === undefined;
  const isRemoved = action === "remove";
  const at = fullPath(file, path);
  const isWaiting = waiting.includes(edit);
  // Nothing else has the words of an edit that has to be made again.
  const letters = isWaiting ? Infinity : undefined;
  return {
    id,
    name: nameOf(at, { siteEditor: content.siteEditor }),
    action: isNew ? ("insert" as const) : action,
    before: action === "set" || isRemoved ? shortText(at, was, content) : "",
    after: isRemoved ? "" : shortText(at, value ?? was, content, letters),
    isWaiting,
    by: editedBy,
    at: editedAt,
  };
}

function publicationsOf(edits: readonly EditRow[], content: Content) {
  const byTime = Map.groupBy(edits, ({ publishedAt }) => publishedAt ?? "");
  return Array.from(byTime, ([at, ofTime]) => ({
    at,
    by: ofTime[0]?.publishedBy,
    edits: ofTime.map((edit) => shownEdit(edit, [], content)),
  }));
}
