/** *Site*: the pages as visitors see them. A tap opens a text in its place. */

import { hostname } from "node:os";
import {
  fieldAt,
  fullPath,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { ITEM_ACTIONS } from "../../../contract/inbox/site-editor.ts";
import { reverseOf, type Edit } from "../../content/apply-edits.ts";
import { readQuery } from "../../http/forms.ts";
import { DOUBLE_PRESS_MS } from "../../leads/sign-ins.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { InboxFailure, postForm, present } from "../forms.ts";
import {
  barAddress,
  changedAddress,
  placeIn,
  type SentFields,
} from "./addresses.ts";
import { lockOf, sentencesFor, typedOver } from "./describe.ts";
import {
  editAt,
  isSeen,
  itemsAround,
  shownAt,
  STALE,
  valueOf,
  type Draft,
  type DraftContent,
  type Refusal,
} from "./draft.ts";
import { whyRefused } from "./site-form.ts";
import { optionalPartOf, showSite, type SiteRoom } from "./site-page.ts";
import { rightOf } from "./site-rights.ts";

export const registerSite: SiteRoom = (app, parts) => {
  const { draft, settings, siteEditor } = parts;

  app.get(INBOX.site, async (request, reply) => {
    const query = readQuery(request);
    const done = query.get("done");
    return showSite(request, reply, parts, { ...placeIn(query), done });
  });

  postForm(app, INBOX.site, async ({ request, reply, fields, by }) => {
    const place = placeIn(fields);
    const { at } = place;
    if (!fieldAt(at)?.isSentence || lockOf(at, parts))
      throw new InboxFailure("missing");
    const now = await draft.read();
    const { value } = valueOf(at, now);
    const press = { fields, at, now };
    const first = firstOfTwo(press, parts.now());
    const edit = first ?? wantedEdit(press);
    if (edit.action === "set" && edit.value === value)
      return changedAddress(place);
    const refusal = first ? undefined : await save(edit, press, draft, by);
    if (refusal) {
      const { status, problems } = whyRefused(refusal, parts, [
        typedEdit(press),
      ]);
      const typed = fields.get(INBOX_FIELDS.note);
      const opened = {
        ...place,
        problems: sentencesFor(problems, siteEditor),
        typed,
      };
      return showSite(request, reply.code(status), parts, opened);
    }
    // The item is shown where it is now.
    const item = fullPath(edit.file, reverseOf(edit).path);
    const after = [...item, ...at.slice(item.length)];
    return { what: "saved", back: changedAddress({ ...place, at: after }) };
  });

  postForm(app, INBOX.publish, async ({ request, reply, fields, by }) => {
    if (rightOf(request) !== "publish") throw new InboxFailure("not-allowed");
    const refusal = await draft.publish(fields, by);
    if (refusal === STALE)
      return { what: "unpublished", back: INBOX.siteChanges };
    if (refusal) {
      request.log.error({ by, err: refusal }, "the site was not published");
      const why = refusal instanceof Error ? "?unwritten" : "";
      return reply.redirect(`${INBOX.siteChanges}${why}`, 303);
    }
    request.log.warn({ by }, "the site was published");
    const showing = await parts.showContent?.();
    const back = barAddress(placeIn(fields).page);
    if (showing?.kind === "refused") return { what: "unshown", back };
    if (settings.databaseUrl === undefined) return { what: "published", back };
    return { what: "published-here", machine: hostname(), back };
  });
};

interface Press {
  fields: SentFields;
  at: FieldPath;
  now: DraftContent;
}

/**
 * The draft's last edit, if this is the second press
 * of its button, on a page that shows what was before.
 */
function firstOfTwo(press: Press, pressedAt: number): Edit | undefined {
  const { fields, at, now } = press;
  const last = now.edits.at(-1);
  const { place, action } = targetOf(press);
  if (!last || action === "set" || action !== last.action) return undefined;
  const lastPlace = pointerTo(fullPath(last.file, last.path));
  const isSoon = pressedAt - Date.parse(last.editedAt) <= DOUBLE_PRESS_MS;
  const { value } = valueOf(itemsAround(at)[0] ?? at, now);
  // A copied item looks as before.
  const isOld = action === "copy" || !isSeen(fields, value);
  return lastPlace === pointerTo(place) && isSoon && isOld ? last : undefined;
}

/** What was typed is kept, though another button than *Save* was pressed. */
async function save(
  wanted: Edit,
  press: Press,
  draft: Draft,
  by: string | undefined,
): Promise<Refusal | undefined> {
  if (!isSeen(press.fields, shownAt(press.at, press.now))) return STALE;
  const text = typedEdit(press);
  const isKept = ["set", "remove"].includes(wanted.action);
  if (isKept || text.value === "" || text.value === text.was)
    return draft.save([wanted], by);
  const refusal = await draft.save([text], by);
  if (refusal) return refusal;
  const now = await draft.read();
  return draft.save([wantedEdit({ ...press, now })], by);
}

function typedEdit({ fields, at, now }: Press) {
  const { value } = valueOf(at, now);
  const typed = fields.get(INBOX_FIELDS.note) ?? "";
  return editAt(at, now, "set", typedOver(value, typed));
}

function wantedEdit(press: Press): Edit {
  const { place, action } = targetOf(press);
  if (action === "set") return typedEdit(press);
  return editAt(place, press.now, present(action));
}

/** What a button changes: the text, its item, or its part of the page. */
function targetOf({ fields, at }: Press) {
  const asked = fields.get(INBOX_FIELDS.action);
  if (asked === "leave-out")
    return { place: optionalPartOf(at) ?? [], action: "remove" } as const;
  const action = ["set" as const, ...ITEM_ACTIONS].find((one) => one === asked);
  return { place: itemsAround(at).at(-1) ?? [], action };
}
