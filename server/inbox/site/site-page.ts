/** Draws a page of the site with the draft's words, a link at each text, and the editor's bar. */
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  nameOf,
  fieldAt,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { pictureAddress } from "../../../contract/inbox/site-editor.ts";
import type { ShowContent } from "../../content/shown-content.ts";
import { markSentences } from "../../content/marks.ts";
import { isWritable } from "../../content/write-texts.ts";
import { policyHash } from "../../http/built-site.ts";
import { escapeMarkup } from "../../http/escape-markup.ts";
import type { Clock } from "../../leads/days.ts";
import type { SiteSettings } from "../../settings/env.ts";
import { EDIT_FORM, INBOX_FIELDS } from "../fields.ts";
import { inboxState, present, takeDeed } from "../forms.ts";
import type { LoadedPages } from "../load-pages.ts";
import { bracesIn, helpFor, lockOf, stringsIn } from "./describe.ts";
import { valueOf, versionOf, type Draft, type DraftContent } from "./draft.ts";
import { linkPage, type Links, type Spot } from "./linked-page.ts";
import { drawMail } from "./sample-mails.ts";
import { editablePages, pageStateOf } from "./sample-pages.ts";
import { placeOf } from "./picture-places.ts";
import type { OpenText, SiteBarProps, SiteRight } from "./site-bar.tsx";

export interface SiteParts {
  draft: Draft;
  settings: SiteSettings;
  shown: LoadedPages;
  clock: Clock;
  /** @throws {InboxFailure} if the person may not change the site */
  rightOf: (request: FastifyRequest) => Promise<SiteRight>;
  /** Shows visitors the content folder as it is now. */
  show: ShowContent;
}

/** What the editor shows, as an address or a refused form says. */
export interface Opened {
  page: string;
  at: FieldPath | undefined;
  turn: number;
  /** The pointer of the text that was saved last. */
  done?: string | undefined;
  typed?: string | undefined;
  problems?: readonly string[];
}

/** The address of the editor's page for a page of the site. */
export const siteAddress = (query: Record<string, string>): string =>
  `${INBOX.site}?${new URLSearchParams(query)}`;

/** The address of a form with all fields of a part or an item, or with one field. */
export const fieldsAddress = (at: FieldPath, page: string): string =>
  `${INBOX.siteFields}?${new URLSearchParams({
    [INBOX_FIELDS.at]: pointerTo(at),
    [INBOX_FIELDS.page]: page,
  })}`;

/** The address of the form for a page of its own, or for a new one that begins from another. */
export const pageFormAddress = (
  asked: { file: string } | { from: string },
): string => `${INBOX.sitePage}?${new URLSearchParams(asked)}`;

/** The item of a list around a text; in a list of texts, the text itself. */
export function itemOf(at: FieldPath): FieldPath | undefined {
  const end = at.findLastIndex(
    (_step, index) => fieldAt(at.slice(0, index))?.kind === "list",
  );
  return end === -1 ? undefined : at.slice(0, end + 1);
}

/** The part of the landing page around a text, if the page can do without it. */
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
  const { draft, settings } = parts;
  const right = await parts.rightOf(request);
  const now = await draft.read();
  const { content } = now;
  if (!content) return reply.redirect(INBOX.siteChanges, 303);
  const open = opened.at && openText(opened.at, now, content, parts, opened);
  const marked = markSentences(content);
  const drawn = await drawMarked(opened.page, content, marked.content, parts);
  const links = linksOf(opened, marked.paths, content, open);
  const page = linkPage(drawn, links);
  if (opened.at && !page.hasField)
    return reply.redirect(fieldsAddress(opened.at, opened.page), 303);
  return send(request, reply, parts, withOwnPictures(page.html, content), {
    page: opened.page,
    right,
    changes: now.edits.length,
    waiting: now.waiting.length,
    canWrite: isWritable(settings.contentDir),
    ownPage: ownPageOf(opened.page, content),
    open: open?.bar,
  });
}

/** Draws a page or a mail. @throws {InboxFailure} if the editor has no such page */
export async function drawMarked(
  page: string,
  content: Content,
  marked: Content,
  { shown, clock, settings }: SiteParts,
): Promise<string> {
  const mail = editablePages(content).mails.find(({ path }) => path === page);
  if (mail)
    return drawMail(mail.name, content, marked, settings.contentDir, clock);
  return shown.draw(marked, present(pageStateOf(page, content, clock)));
}

/** The form for a page that has a file of its own. */
function ownPageOf(path: string, { trades, markdownPages }: Content) {
  const name = path.slice(1);
  if (name in trades) return pageFormAddress({ file: `trades/${name}.yaml` });
  return name in markdownPages
    ? pageFormAddress({ file: `pages/${name}.md` })
    : undefined;
}

/** Visitors cannot fetch a picture before it is published. */
export function withOwnPictures(html: string, { pictures }: Content): string {
  const names = Object.entries(pictures).map(
    ([name, { src }]) => [src, name] as const,
  );
  const nameOfSource = new Map(names);
  return html.replaceAll(
    /(<(?:img|link) [^>]*?(?:src|href)=")([^"]*)/g,
    (all, tag: string, src: string) => {
      const name = nameOfSource.get(src);
      return name === undefined
        ? all
        : tag + escapeMarkup(pictureAddress(name));
    },
  );
}

/** @throws {InboxFailure} for what is no sentence of the content */
function openText(
  at: FieldPath,
  now: DraftContent,
  content: Content,
  { settings }: SiteParts,
  { page, turn, typed, problems = [] }: Opened,
) {
  present(fieldAt(at)?.isSentence || undefined);
  const { file, value } = valueOf(at, now);
  const written = present(stringsIn(value)[0]);
  const text = typed ?? written;
  const item = itemOf(at);
  const isGroup = item !== undefined && fieldAt(item)?.kind === "group";
  const part = optionalPartOf(at);
  const bar: OpenText = {
    label: nameOf(at),
    help: [...helpFor(at, file, now.texts), ...bracesIn(text, content)],
    fields: {
      [INBOX_FIELDS.page]: page,
      [INBOX_FIELDS.at]: pointerTo(at),
      [INBOX_FIELDS.turn]: String(turn),
      [INBOX_FIELDS.was]: versionOf(value),
    },
    locked: lockOf(at, settings, content.siteEditor),
    problems,
    item: item && { fields: isGroup ? fieldsAddress(item, page) : undefined },
    part: part && nameOf(part),
    back: `${siteAddress({ [INBOX_FIELDS.page]: page, done: pointerTo(at), [INBOX_FIELDS.turn]: String(turn) })}#edited`,
  };
  return { bar, text };
}

type Open = ReturnType<typeof openText>;

function linksOf(
  { page, at, turn, done }: Opened,
  paths: readonly FieldPath[],
  content: Content,
  open: Open | undefined,
): Links {
  const known = new Set(
    Object.values(editablePages(content))
      .flat()
      .map(({ path }) => path),
  );
  const isAt = (spot: Spot, pointer: string | undefined) =>
    pointer !== undefined &&
    spot.turn === turn &&
    pointerTo(paths[spot.number] ?? []) === pointer;
  return {
    edit: (spot) => {
      const path = paths[spot.number] ?? [];
      if (fieldAt(path)?.kind === "picture")
        return fieldsAddress(placeOf(path), page);
      return siteAddress({
        [INBOX_FIELDS.page]: page,
        [INBOX_FIELDS.at]: pointerTo(path),
        [INBOX_FIELDS.turn]: String(spot.turn),
      });
    },
    picture: content.siteEditor.pictures.change,
    page: (href) => {
      if (href.startsWith("#")) return href;
      const [path = ""] = href.split(/[?#]/);
      return known.has(path)
        ? siteAddress({ [INBOX_FIELDS.page]: path })
        : undefined;
    },
    field: open ? fieldFor(open) : "",
    isOpen: (spot) => isAt(spot, at && pointerTo(at)),
    isDone: (spot) => isAt(spot, done),
  };
}

/** So many letters fill a line where the browser does not size the field by its text. */
const LINE_LETTERS = 40;

function fieldFor({ text, bar: { label, locked, problems } }: Open): string {
  const rows = Math.ceil((text.length + 1) / LINE_LETTERS);
  const state = locked === undefined ? "autofocus" : "disabled";
  const isWrong = problems.length > 0 ? ' aria-invalid="true"' : "";
  return (
    `<textarea class="edit" form="${EDIT_FORM}" name="${INBOX_FIELDS.note}" rows="${rows}" ` +
    `aria-label="${escapeMarkup(label)}" aria-describedby="${EDIT_FORM}-help"${isWrong} ${state}>` +
    `\n${escapeMarkup(text)}</textarea>`
  );
}

/** The keyboard of a phone makes the page lower, so that it covers no bar at the foot. */
const WITH_KEYBOARD = [
  "viewport-fit=cover",
  "$&, interactive-widget=resizes-content",
] as const;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { shown: { pages }, clock }: SiteParts,
  page: string,
  bar: SiteBarProps,
): FastifyReply {
  const state = inboxState(request, clock, takeDeed(reply));
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
  const policy = [
    "default-src 'none'",
    `style-src 'unsafe-hashes' ${[...new Set(hashes)].join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .header("content-security-policy", policy.join("; "))
    .type("text/html; charset=utf-8")
    .send(html);
}
