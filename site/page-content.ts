import { fillIn } from "../contract/content/fill-in.ts";
import { HOME_PARTS } from "../contract/content/home-schema.ts";
import { pick } from "../contract/content/pick.ts";
import type { Content } from "../contract/content/schema.ts";
import type { FormState, ScheduleState } from "../contract/http/page.ts";
import { BOOK_CALL, SCHEDULE_PATH } from "../contract/http/routes.ts";
import { consentVersionOf } from "../contract/lead/lead-visit.ts";
import { CALL_NUMBER } from "../contract/lead/lead.ts";
import { telUrl } from "../contract/lead/telephone.ts";
import { languageOf, localeOf } from "../contract/locale/locale.ts";
import { drawingUrl } from "./components/drawing-url.ts";
import * as sections from "./page-sections.ts";

export type ErrorContent = ReturnType<typeof errorContent>;
export type SharedContent = ReturnType<typeof sharedContent>;
export type HomeContent = ReturnType<typeof homeContent>;
export type BookCallContent = ReturnType<typeof bookCallContent>;
export type ScheduleContent = ReturnType<typeof scheduleContent>;
export type ScheduleTexts = ScheduleContent["schedulePage"];
export type ScheduleFormContent = BookCallContent & ScheduleContent;

export type PageContent = ReturnType<typeof pageContents>;
export type PageName = keyof PageContent;

export interface PageProps<ContentOfPage> {
  content: ContentOfPage;
  form: FormState;
  schedule?: ScheduleState | undefined;
}

/** Without a server, links to the open times lead to the form. */
export function sharedContent(content: Content, form: FormState) {
  const { site, sampleMark, logo } = content;
  const { pictures, header, legalLinks } = content;
  const { brandName, contactEmail, contactPhone } = site;
  const hasServer = !(form.kind === "empty" && form.needsScript);
  const schedulingUrl =
    site.schedulingUrl || (hasServer ? SCHEDULE_PATH : BOOK_CALL.path);
  return {
    site: {
      brandName,
      contactEmail,
      contactPhone,
      phoneUrl: telUrl(contactPhone),
      schedulingUrl,
    },
    sampleMark,
    logo: logo && { replaces: logo.replaces, picture: pictures[logo.picture] },
    legalLinks: legalLinks.map(({ label, href }) => ({ label, href })),
    skipLink: header.skipLink,
    backHome: header.backHome,
  };
}

export function errorContent(content: Content, status: number) {
  const { lead, statusTexts, ...texts } = content.errorPage;
  return {
    ...texts,
    title: content.pages.error.title,
    drawing: drawingUrl("no-such-address", content),
    callIntro: content.bookCall.callIntro,
    lead: status === 404 ? lead[404] : lead.other,
    statusText: `${status} ${statusTexts[status] ?? ""}`.trim(),
  };
}

export function pageContents(content: Content) {
  const bookCall = bookCallContent(content);
  const schedule = scheduleContent(content);
  return {
    home: homeContent(content),
    bookCall,
    schedule,
    scheduleForm: { ...bookCall, ...schedule, tiles: [] },
  };
}

/**
 * The content files for the browser: one for each page, and `demos`. `demos`
 * has the conversation and the first values of the sliders of each trade, keyed
 * by the path of the trade's page.
 */
export function contentForFiles(content: Content) {
  const demos: Record<string, sections.TradeDemo> = {};
  for (const [name, { board, missed }] of Object.entries(content.trades))
    if (content.demo)
      demos[`/${name}`] = {
        ...sections.conversationOf(content.demo, board),
        missed,
      };
  return { ...pageContents(content), demos };
}

/**
 * Components get each part of `home.yaml` as it
 * is there, except the parts that are made here.
 */
function homeContent(content: Content) {
  const recording = content.demo?.recording;
  const demo = sections.demoOf(content, content.board, recording);
  const features = sections.featuresOf(content);
  const parts = {
    ...pick(content, HOME_PARTS),
    doneForYou: sections.doneForYouOf(content),
    demo: demo && {
      ...demo,
      trades: recording ? [] : sections.tradeLinks(content),
    },
    features,
    route: features && sections.routeOf(content),
    missed: sections.missedOf(content),
    testimonials: sections.testimonialsOf(content),
    faq: sections.unlessEmpty(content.faq),
    contact: sections.contactOf(content, content.contact),
    footer: sections.footerOf(content),
  };
  return {
    ...parts,
    // The header's links. The page may leave a section out.
    sections: content.sections.filter(({ id }) => parts[id]),
    title: content.pages.home.title,
    legalLinks: content.legalLinks,
    error: errorContent(content, 500),
  };
}

function bookCallContent(content: Content) {
  const {
    pages,
    errorTitle,
    bookCall,
    fields,
    fieldProblems,
    serviceChoice,
    services,
    confirmation,
  } = content;
  return {
    titles: {
      empty: pages.bookCall.title,
      sending: pages.bookCall.title,
      failed: fillIn(errorTitle, pages.bookCall),
      submitted: pages.confirmation.title,
    },
    bookCall,
    number: bookCall.asksNumber === true && {
      field: { ...CALL_NUMBER, required: false },
      text: { label: content.schedulePage.phone },
      value: "",
    },
    privacy: content.legalLinks.find(
      ({ page, href }) => page === "privacy" && href !== "#",
    ),
    consentVersion: consentVersionOf(bookCall.consent),
    fields,
    fieldProblems,
    serviceChoice,
    services,
    tag: languageOf(content.locale),
    failures: { ...content.failures, unexpected: content.messages.unexpected },
    tiles: content.tiles.map((tile) => ({
      ...tile,
      drawing: content.icons[tile.icon] ?? [],
    })),
    confirmation,
    error: errorContent(content, 500),
  };
}

function scheduleContent(content: Content) {
  return {
    schedulePage: {
      ...content.schedulePage,
      locale: localeOf(content),
      drawings: {
        off: drawingUrl("hung-up", content),
        ask: drawingUrl("mailbox", content),
        sent: drawingUrl("mailbox-sent", content),
        link: drawingUrl("mailbox-bare", content),
      },
    },
    host: sections.hostOf(content),
    error: errorContent(content, 500),
  };
}
