/**
 * *Pages and texts*: the way to the pages, the
 * settings, and the texts that no tap reaches.
 */

import {
  fileOfPart,
  fullPath,
  nameOf,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import {
  ContentSchema,
  type Content,
} from "../../../contract/content/schema.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  SETTINGS,
  SETTING_NAMES,
  type SamplePage,
} from "../../../contract/inbox/site-editor.ts";
import { reverseOf, type Edit } from "../../content/apply-edits.ts";
import { titleOf } from "../../content/markdown-page.ts";
import { markSentences, marksIn } from "../../content/marks.ts";
import { partsWithin } from "../../content/parts.ts";
import { sampleAt, sampleText } from "../../content/sample.ts";
import { readQuery } from "../../http/forms.ts";
import { InboxFailure, postForm, present } from "../forms.ts";
import {
  fieldsAddress,
  pageAddress,
  pageFormAddress,
  placeIn,
} from "./addresses.ts";
import { settingAt } from "./controls.ts";
import { stringsIn } from "./describe.ts";
import { editAt, type DraftContent } from "./draft.ts";
import { readPublished } from "./edit-rows.ts";
import { linkPage } from "./linked-page.ts";
import type { LinkGroup, SiteLink } from "./links.tsx";
import {
  editablePage,
  editablePages,
  type EditablePage,
} from "./sample-pages.ts";
import { textLink } from "./site-form.ts";
import { drawMarked, type SiteParts, type SiteRoom } from "./site-page.ts";
import { SAMPLES } from "./site-pages.ts";

export const registerSiteFields: SiteRoom = (app, parts) => {
  const { draft, siteEditor, store } = parts;

  app.get(INBOX.siteTexts, async (request, reply) => {
    const { page } = placeIn(readQuery(request));
    const now = await draft.read();
    const texts = await textsOutOfReach(page, now.content, parts);
    return reply.show("TextsPage", {
      page,
      groups: [
        ...groupsOf(now.content, page),
        group(
          siteEditor.otherTexts,
          texts.map((at) => textLink(at, now, page)),
          false,
        ),
      ],
      missing: missingIn(now.content).map((at) => ({
        at: pointerTo(at),
        name: nameOf(at, now.content),
      })),
    });
  });

  postForm(app, INBOX.siteParts, async ({ fields, by }) => {
    const { at, page } = placeIn(fields);
    const now = await draft.read();
    const missing = missingIn(now.content).map((one) => pointerTo(one));
    const isMissing = missing.includes(pointerTo(at));
    if (!isMissing) throw new InboxFailure("missing");
    await putBack(at, now, by);
    return { what: "saved", back: pageAddress(page) };
  });

  /**
   * Puts back what stood there. If nothing did,
   * or it no longer fits, the sample does.
   */
  async function putBack(
    at: FieldPath,
    now: DraftContent,
    by: string | undefined,
  ): Promise<void> {
    const isRemoval = ({ file, path, action }: Edit) =>
      action === "remove" && pointerTo(fullPath(file, path)) === pointerTo(at);
    const unpublished = now.edits.findLast(isRemoval);
    if (unpublished) return draft.remove([unpublished]);
    const published = (await readPublished(store)).find(isRemoval);
    const isBack = published && !(await draft.save([reverseOf(published)], by));
    if (isBack) return;
    const sample = editAt(at, now, "set", sampleAt(at));
    if (await draft.save([sample], by)) throw new InboxFailure("unreadable");
  }
};

/**
 * The ways to the settings, the pages, the mails
 * and all texts. The longest lists are folded.
 */
function groupsOf(content: Content, page: string): LinkGroup[] {
  const { siteEditor } = content;
  const linksTo = (areMails: boolean) =>
    editablePages(content)
      .filter(({ mail }) => (mail !== undefined) === areMails)
      .map((one) => pageLink(one, siteEditor));
  const settings = SETTING_NAMES.map((name) => ({
    name: siteEditor.settings[name],
    address: fieldsAddress(SETTINGS[name], page),
  }));
  const launch = { name: siteEditor.launchHeading, address: INBOX.launch };
  const files = topFields(content).map((at) => ({
    name: nameOf(at, content),
    address: fieldsAddress(at, page),
  }));
  return [
    group(siteEditor.settingsHeading, [launch, ...settings]),
    group(siteEditor.pagesHeading, linksTo(false)),
    group(siteEditor.page.beginHeading, beginnings(content)),
    group(siteEditor.mailsHeading, linksTo(true), false),
    group(siteEditor.filesHeading, files, false),
  ];
}

const group = (
  heading: string,
  links: readonly SiteLink[],
  isOpen = true,
): LinkGroup => ({ heading, links, isOpen });

function pageLink(
  { path, name, file }: EditablePage,
  { page: words, copy }: Content["siteEditor"],
): SiteLink {
  const link = { name, address: pageAddress(path) };
  if (file === undefined) return link;
  const form = { name: words.open, address: pageFormAddress({ file }) };
  if (!file.startsWith("trades/")) return { ...link, more: [form] };
  const another = { name: copy, address: pageFormAddress({ from: file }) };
  return { ...link, more: [another, form] };
}

/**
 * The pages of text that the site lacks, and a page that begins from nothing.
 */
function beginnings({ markdownPages, siteEditor }: Content) {
  const missing = SAMPLES.filter(
    (file) => !(file.replace(/^pages\/_|\.md$/g, "") in markdownPages),
  );
  return [...missing, ""].map((from) => ({
    name: titleOf(sampleText(from) ?? "") || siteEditor.page.heading,
    address: pageFormAddress({ from }),
  }));
}

/** The content files of pages whose states have more words than their HTML. */
const FILES: Partial<Record<SamplePage, string>> = {
  home: "home",
  "book-call": "bookCall",
  schedule: "schedule",
};

/**
 * The sentences of a page, as its HTML and its
 * other states have them, that have no link.
 */
async function textsOutOfReach(
  page: string,
  content: Content,
  parts: SiteParts,
): Promise<FieldPath[]> {
  const { content: marked, paths } = markSentences(content);
  const own = present(editablePage(page, content));
  const html = await drawMarked(own, content, marked, parts);
  const view = { page, at: [], paths, content };
  const { linked } = linkPage(html, view);
  const file = own.sample && FILES[own.sample];
  const states = JSON.stringify(parts.loadedPages.filesOf(marked)[file ?? ""]);
  const ofTrade = JSON.stringify(marked.trades[page.slice(1)]);
  const numbers = new Set([html, states ?? "", ofTrade ?? ""].flatMap(marksIn));
  return [...numbers]
    .filter((number) => !linked.has(number))
    .map((number) => present(paths[number]));
}

/**
 * The parts that the content leaves out, and
 * its empty lists, if the sample has them.
 */
function missingIn(content: Content): FieldPath[] {
  const gone = Object.keys(ContentSchema.entries)
    .filter((name) => !Object.hasOwn(content, name))
    .map((name) => [name]);
  const empty = Array.from(partsWithin(content))
    .filter(([, list]) => Array.isArray(list) && list.length === 0)
    .map(([at]) => at);
  return [...gone, ...empty].filter((at) => stringsIn(sampleAt(at)).length > 0);
}

/** The parts of all files except settings, and the trades. */
function topFields({ trades }: Content): FieldPath[] {
  const parts = Object.keys(ContentSchema.entries).map((name) => [name]);
  const ofTrades = Object.keys(trades).map((name) => ["trades", name]);
  return [...parts, ...ofTrades].filter(
    (at) => !settingAt(at) && fileOfPart(at) !== undefined,
  );
}
