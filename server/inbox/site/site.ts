/** *Site*: the pages as visitors see them. A tap opens a text in its place. */
import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import {
  fieldAt,
  pathOfPointer,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { ITEM_ACTIONS } from "../../../contract/inbox/site-editor.ts";
import type { Edit } from "../../content/apply-edits.ts";
import { readQuery } from "../../http/forms.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { InboxFailure, postForm, present, type PostedForm } from "../forms.ts";
import { lockOf, sentencesFor, stringsIn, textTyped } from "./describe.ts";
import {
  editAt,
  valueOf,
  versionOf,
  type DraftContent,
  type SaveResult,
} from "./draft.ts";
import { EDITED } from "./linked-page.ts";
import {
  itemOf,
  optionalPartOf,
  showSite,
  siteAddress,
  type SiteParts,
} from "./site-page.ts";

export function registerSite(app: FastifyInstance, parts: SiteParts): void {
  const { draft, settings, shown } = parts;
  const { siteEditor } = shown.content;

  app.get(INBOX.site, async (request, reply) => {
    const query = readQuery(request);
    const at = query.get(INBOX_FIELDS.at);
    return showSite(request, reply, parts, {
      page: query.get(INBOX_FIELDS.page) ?? "/",
      at: at === null ? undefined : pathOfPointer(at),
      turn: Number(query.get(INBOX_FIELDS.turn)),
      done: query.get("done") ?? undefined,
    });
  });

  postForm(app, INBOX.site, async (form) => {
    const { request, reply, fields, by } = form;
    const page = fields.get(INBOX_FIELDS.page) ?? "/";
    const at = pathOfPointer(fields.get(INBOX_FIELDS.at) ?? "");
    const turn = Number(fields.get(INBOX_FIELDS.turn));
    if (!fieldAt(at)?.isSentence || lockOf(at, settings, siteEditor))
      throw new InboxFailure("missing");
    const now = await draft.read();
    const edit = wantedEdit(form, at, now);
    const result: SaveResult = edit
      ? await draft.save([edit], by)
      : { kind: "stale" };
    if (result.kind === "saved") {
      request.log.info({ by, pointer: pointerTo(at) }, "the draft changed");
      const place = { done: pointerTo(at), turn: String(turn) };
      const back = siteAddress({ page, ...(edit?.action === "set" && place) });
      return { what: "saved", back: `${back}#${EDITED}` };
    }
    const { problems, status } = refusal(result, at, now);
    const typed = fields.get(INBOX_FIELDS.note);
    const opened = { page, at, turn, typed, problems };
    return showSite(request, reply.code(status), parts, opened);
  });

  postForm(app, INBOX.publish, async ({ request, reply, fields, by }) => {
    if ((await parts.rightOf(request)) !== "publish")
      throw new InboxFailure("not-allowed");
    const result = await draft.publish(by);
    if (result.kind !== "published") {
      request.log.error({ by, result }, "the site was not published");
      const why = result.kind === "unwritable" ? "?unwritten" : "";
      return reply.redirect(`${INBOX.siteChanges}${why}`, 303);
    }
    request.log.warn({ by }, "the site was published");
    const { kind } = await parts.show();
    const page = fields.get(INBOX_FIELDS.page) ?? "/";
    const back = siteAddress({ page });
    if (kind !== "shown") return { what: "unshown", back };
    if (settings.databaseUrl === undefined) return { what: "published", back };
    return { what: "published-here", machine: hostname(), back };
  });

  function refusal(
    result: Exclude<SaveResult, { kind: "saved" }>,
    at: FieldPath,
    now: DraftContent,
  ) {
    if (result.kind === "refused")
      return { status: 400, problems: sentencesFor(at, result.problems) };
    const [text = ""] = stringsIn(valueOf(at, now).value);
    return { status: 409, problems: [`${siteEditor.changed}: ${text}`] };
  }
}

/** @returns undefined if the text has changed after the form was shown */
function wantedEdit(
  { fields }: PostedForm,
  at: FieldPath,
  now: DraftContent,
): Edit | undefined {
  const seen = versionOf(valueOf(at, now).value);
  if (fields.get(INBOX_FIELDS.was) !== seen) return undefined;
  const asked = fields.get(INBOX_FIELDS.action);
  if (asked === "set") {
    const typed = textTyped(fields.get(INBOX_FIELDS.note) ?? "");
    return editAt(at, now, asked, typed);
  }
  if (asked === "leave-out")
    return editAt(present(optionalPartOf(at)), now, "remove");
  const action = ITEM_ACTIONS.find((one) => one === asked);
  return editAt(present(itemOf(at)), now, present(action));
}
