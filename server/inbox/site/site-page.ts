/**
 * Draws a page of the site with the draft's words,
 * a link at each text, and the editor's bar.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  nameOf,
  fieldAt,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { ITEM_ACTIONS } from "../../../contract/inbox/site-editor.ts";
import { markSentences } from "../../content/marks.ts";
import { isWritable } from "../../content/write-files.ts";
import { policyHash } from "../../http/built-site.ts";
import { escapeMarkup } from "../../http/escape-markup.ts";
import { EDIT_FORM, INBOX_FIELDS } from "../fields.ts";
import { inboxState, present, takeDeed } from "../forms.ts";
import { pagePolicy } from "../page-policy.ts";
import type { InboxParts } from "../parts.ts";
import {
  askingFor,
  changedAddress,
  fieldsAddress,
  pageFormAddress,
  pictureAddress,
  type Place,
} from "./addresses.ts";
import { bracesIn, helpFor, lockOf, valueSeen, stringsIn } from "./describe.ts";
import {
  itemsAround,
  showing,
  shownAt,
  valueOf,
  type Draft,
  type DraftContent,
} from "./draft.ts";
import { linkPage } from "./linked-page.ts";
import { drawMail } from "./sample-mails.ts";
import {
  editablePage,
  pageStateOf,
  type EditablePage,
} from "./sample-pages.ts";
import type { OpenText, Publishable, SiteBarProps } from "./site-bar.tsx";
import { rightOf } from "./site-rights.ts";

export interface SiteParts extends InboxParts {
  draft: Draft;
  /** The editor's own words, as visitors' pages have theirs. */
  siteEditor: Content["siteEditor"];
}

export type SiteRoom = (app: FastifyInstance, parts: SiteParts) => void;

/** What the editor shows, as an address or a refused form says. */
export interface Opened extends Place {
  /** The pointer of the text that was saved last. */
  done?: string | null;
  typed?: string | undefined;
  problems?: readonly string[];
}

/**
 * The part of the landing page around a text, if the page can do without it.
 */
export function optionalPartOf(at: FieldPath): FieldPath | undefined {
  const part = at.slice(0, 1);
  return fieldAt(part)?.isOptional ? part : undefined;
}

export async function showSite(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: SiteParts,
  opened: Opened,
): Promise<FastifyReply> {
  const now = await parts.draft.read();
  const { content } = now;
  const { page: path, at } = opened;
  const editable = present(editablePage(path, content));
  const open = at.length > 0 ? openText(now, parts, opened) : undefined;
  const { paths, content: marked } = markSentences(content);
  const drawn = await drawMarked(editable, content, marked, parts);
  const page = linkPage(drawn, { ...opened, paths, content, ...open });
  if (open && !page.hasField)
    return reply.redirect(fieldsAddress(at, path), 303);
  return send(request, reply, parts, withOwnPictures(page.html, content), {
    ...publishable(request, now, parts, path),
    ownPage: editable.file && pageFormAddress({ file: editable.file }),
    open: open?.bar,
  });
}

/** @param page the page of the site that is shown after publishing */
export function publishable(
  request: FastifyRequest,
  { edits, waiting }: Pick<DraftContent, "edits" | "waiting">,
  { settings }: SiteParts,
  page: string,
): Publishable {
  return {
    page,
    right: rightOf(request),
    changes: edits.length,
    ids: edits.map(({ id }) => id).join(" "),
    waiting: waiting.length,
    canWrite: isWritable(settings.contentDir),
  };
}

/** Draws a page or a mail. */
export async function drawMarked(
  page: EditablePage,
  content: Content,
  marked: Content,
  parts: SiteParts,
): Promise<string> {
  const { mail } = page;
  if (mail) return drawMail(mail, content, marked, parts);
  return parts.loadedPages.draw(marked, pageStateOf(page, content, parts));
}

/** Visitors cannot fetch a picture before it is published. */
export const withOwnPictures = (html: string, { pictures }: Content): string =>
  Object.entries(pictures).reduce((page, [name, { src }]) => {
    const address = escapeMarkup(pictureAddress(name));
    return page.replaceAll(`="${src}"`, () => `="${address}"`);
  }, html);

/** @throws {InboxFailure} for what is no sentence of the content */
function openText(
  now: DraftContent,
  { settings }: SiteParts,
  opened: Opened,
): { bar: OpenText; field: string } {
  const { content } = now;
  const { page, at, typed, problems = [] } = opened;
  present(fieldAt(at)?.isSentence || undefined);
  const written = present(stringsIn(valueSeen(at, now))[0]);
  const text = typed ?? written;
  const item = itemsAround(at).at(-1);
  const isGroup = item !== undefined && fieldAt(item)?.kind === "group";
  const part = optionalPartOf(at);
  const bar: OpenText = {
    label: nameOf(at, content),
    help: [...helpFor(at, now), ...bracesIn(text, content)],
    fields: { ...askingFor(opened), ...showing(shownAt(at, now)) },
    locked: lockOf(at, { settings, siteEditor: content.siteEditor }),
    problems,
    offer: text.includes("{price}") && fieldsAddress(["offer"], page),
    item: item && {
      actions: actionsOf(item, now),
      fields: isGroup ? fieldsAddress(item, page) : undefined,
    },
    part: part && nameOf(part, content),
    back: changedAddress(opened),
  };
  return { bar, field: fieldFor(text, bar) };
}

/** The first item of a list cannot go up, and the last cannot go down. */
function actionsOf(item: FieldPath, now: DraftContent) {
  const index = Number(item.at(-1));
  const below = [...item.slice(0, -1), `${index + 1}`];
  return ITEM_ACTIONS.filter((action) => {
    if (action === "up") return index > 0;
    return action !== "down" || valueOf(below, now).value !== undefined;
  });
}

/**
 * So many letters fill a line where the
 * browser does not size the field by its text.
 */
const LINE_LETTERS = 40;

function fieldFor(text: string, { label, locked, problems }: OpenText): string {
  const rows = text.split("\n").length + Math.floor(text.length / LINE_LETTERS);
  const state = locked === undefined ? "autofocus" : "disabled";
  const isWrong = problems.length > 0 ? ' aria-invalid="true"' : "";
  return (
    `<textarea class="edit" form="${EDIT_FORM}" name="${INBOX_FIELDS.note}" rows="${rows}" ` +
    `aria-label="${escapeMarkup(label)}" aria-describedby="${EDIT_FORM}-help"${isWrong} ${state}>` +
    `\n${escapeMarkup(text)}</textarea>`
  );
}

/**
 * The keyboard of a phone makes the page
 * lower, so that it covers no bar at the foot.
 */
const WITH_KEYBOARD = [
  "viewport-fit=cover",
  "$&, interactive-widget=resizes-content",
] as const;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: SiteParts,
  page: string,
  bar: SiteBarProps,
): FastifyReply {
  const { pages } = parts.loadedPages;
  const state = inboxState(request, parts, takeDeed(reply));
  const html = page
    .replace(...WITH_KEYBOARD)
    // For visitors, a script loads the drawings.
    .replaceAll("<use data-href=", "<use href=")
    .replace("</head>", () => `<style>${pages.barStyles}</style></head>`)
    .replace("</body>", () => `${pages.renderBar(bar, state)}</body>`);
  // A mail has its styles in attributes, too.
  const styles = html.matchAll(/<style>([^]*?)<\/style>| style="([^"]*)"/g);
  const hashes = Array.from(styles, ([, text, attribute = ""]) =>
    policyHash(text ?? attribute),
  );
  const policy = pagePolicy(
    `style-src 'unsafe-hashes' ${[...new Set(hashes)].join(" ")}`,
    "img-src 'self' data:",
  );
  return reply
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(html);
}
