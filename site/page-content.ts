/** The content of each page. The page's script fetches it as a file, to hydrate and to navigate inside the app. */
import { versionOf } from "../contract/lead-visit.ts";
import { languageOf, localeOf } from "../contract/locale/locale.ts";
import type { FormState, PageState, ScheduleState } from "../contract/page.ts";
import { BOOK_CALL, type RouteName, SCHEDULE_PATH } from "../contract/routes.ts";
import type { Content, Trade } from "../contract/content/schema.ts";
import { worthOf } from "../contract/missed-calls.ts";
import { fillIn } from "../contract/placeholders.ts";

const ANOTHER_TRADE = "another-trade";

export type SharedContent = ReturnType<typeof sharedContent>;
export type HomeContent = ReturnType<typeof homeContent>;
export type BookCallContent = ReturnType<typeof bookCallContent>;

/** Pages that a script hydrates. Those of the routes are built; only the server renders the scheduling page. */
export interface PageContent extends Record<RouteName, object> {
  home: HomeContent;
  bookCall: BookCallContent;
  schedule: ScheduleContent;
  scheduleForm: ScheduleFormContent;
}
export type PageName = keyof PageContent;

export interface PageProps<Own> {
  content: Own;
  form: FormState;
  schedule?: ScheduleState | undefined;
}

/** The text that every page shares. Without a server there is no scheduling page, so links lead to the form. */
export function sharedContent(
  { site, sampleMark, logo, pictures, header, errorPage, pages, legalLinks }: Content,
  { status, form }: Pick<PageState, "status" | "form">,
) {
  const { brandName, contactEmail, contactPhone } = site;
  const hasServer = !(form.kind === "empty" && form.needsScript);
  const schedulingUrl = site.schedulingUrl || (hasServer ? SCHEDULE_PATH : BOOK_CALL.path);
  const { heading, home, bookCall, lead, statusTexts } = errorPage;
  const error = {
    title: pages.error.title,
    heading,
    home,
    bookCall,
    lead: status === 404 ? lead[404] : lead.other,
    statusText: `${status} ${statusTexts[status] ?? ""}`.trim(),
  };
  return {
    site: { brandName, contactEmail, contactPhone, schedulingUrl },
    sampleMark,
    logo: logo && { replaces: logo.replaces, picture: pictures[logo.picture] },
    legalLinks: legalLinks.map(({ label, href }) => ({ label, href })),
    skipLink: header.skipLink,
    backHome: header.backHome,
    error,
  };
}

export function pageContents(content: Content): PageContent {
  const bookCall = bookCallContent(content);
  const schedule = { schedulePage: spokenSchedule(content), host: hostOf(content) };
  // The form of a chosen time has no tiles.
  const texts = { ...content.schedulePage, locale: localeOf(content) };
  const scheduleForm = { ...bookCall, tiles: [], schedulePage: texts };
  return { home: homeContent(content), bookCall, schedule, scheduleForm };
}

/** Each is fetched as its own file: the content of each page, and the demo's conversation for each trade, by path. */
export function contentForFiles(content: Content) {
  const { demo, trades } = content;
  const demos = Object.fromEntries(
    Object.entries(demo ? trades : {}).map(([file, { board }]) => [
      `/${file}`,
      demo && conversation(demo, board),
    ]),
  );
  return { ...pageContents(content), demos };
}

function homeContent(content: Content) {
  const { pages, header, sections, hero } = content;
  const { skipLink: _skipLink, backHome: _backHome, ...ownHeader } = header;
  const shown = sections.filter(({ id }) => isShown(id, content));
  return { title: pages.home.title, header: ownHeader, sections: shown, hero, ...sharedSections(content) };
}

/** Whether a section is shown: its link in the header leaves the page with it. */
function isShown(section: Content["sections"][number]["id"], content: Content): boolean {
  const { about, features, route, testimonials, faq } = sharedSections(content);
  const shown = { hero: true, about, features, route: features && route, testimonials, faq, contact: true };
  return Boolean(shown[section]);
}

/** A section without cards is left out, like one that the file leaves out. */
function unlessEmpty<Section, Item>(
  section: (Section & { items: Item[] }) | undefined,
): (Section & { items: Item[] }) | undefined {
  return section?.items.length === 0 ? undefined : section;
}

/** The sections of the landing page, some of which a trade's page shows, too. Undefined: left out. */
function sharedSections(content: Content) {
  const { board, about, route, contact, footer, legalLinks, demo, doneForYou, missed } = content;
  const features = unlessEmpty(content.features);
  const testimonials = unlessEmpty(content.testimonials);
  return {
    doneForYou: doneForYou && {
      ...doneForYou,
      trades: tradeLinks(content),
      another: drawingOf(undefined, content),
    },
    board,
    demo: demo && { ...demo, ...conversation(demo, board), trades: tradeLinks(content) },
    about,
    features: features && {
      ...features,
      items: features.items.map(({ drawing, ...item }) => ({
        ...withIcon(item, content),
        picture: drawing && drawingOf(drawing, content),
      })),
    },
    route: route?.steps.length === 0 ? undefined : route,
    missed: missed && {
      ...missed,
      ...calculated(missed, content.locale),
      case: missed.case && withPortrait(missed.case, content),
      header: content.header,
    },
    testimonials: testimonials && {
      ...testimonials,
      items: testimonials.items.map((item) => withPortrait(item, content)),
    },
    faq: unlessEmpty(content.faq),
    contact: { ...contact, host: hostOf(content) },
    footer: {
      ...footer,
      services: content.services.map(({ label }) => label),
      industries: industries(content),
    },
    legalLinks,
  };
}

export type Conversation = ReturnType<typeof conversation>;

function conversation(
  demo: NonNullable<Content["demo"]>,
  { label, caller, clock, messages, ending }: Trade["board"],
) {
  const event = (who: string, text: string) => ({ kind: "event", who, text });
  const said = messages.map(({ caller: theirs, assistant: ours }) =>
    theirs === undefined
      ? { kind: "assistant", who: demo.assistant, text: ours ?? "" }
      : { kind: "caller", who: caller, text: theirs },
  );
  const known = said.map(({ kind }) => kind).lastIndexOf("caller") + 1;
  const lines = [
    ...said.slice(0, known),
    event(demo.captured, ending.captured),
    ...said.slice(known),
    event(demo.booked, ending.booked),
    event(demo.followedUp, ending.followedUp),
    event(clock, ending.you),
  ];
  return { label, lines };
}

export type TradeContent = ReturnType<typeof tradeContent>;
export interface ScheduleContent {
  schedulePage: ReturnType<typeof spokenSchedule>;
  host: ReturnType<typeof hostOf>;
}
export type ScheduleFormContent = BookCallContent & {
  schedulePage: Omit<ScheduleContent["schedulePage"], "zoneNames">;
};

/** With what writes its times. */
function spokenSchedule(content: Content) {
  const { home, others: _others, ...more } = content.zoneNames;
  const zoneNames = { ...more, home: Object.keys(home) };
  return { ...content.schedulePage, locale: localeOf(content), zoneNames };
}

/** With whom one talks, with a picture where there is one. */
function hostOf({ contact: { host }, pictures }: Content) {
  if (!host) return null;
  return { ...host, portrait: pictures[host.picture ?? ""] };
}

function withIcon<Item extends { icon: string }>(item: Item, { icons }: Content) {
  return { ...item, drawing: icons[item.icon] ?? [] };
}

function withPortrait<Shown extends { picture?: string }>(shown: Shown, { pictures }: Content) {
  const { picture = "", ...rest } = shown;
  return { ...rest, portrait: pictures[picture] };
}

/** The industries, with links to existing pages: the footer's in its order, then pages that it does not name. */
function industries({ footer, trades }: Content): { name: string; path?: string }[] {
  const pages = Object.entries(trades).map(([file, { name }]) => ({ name, path: `/${file}` }));
  const others = pages.filter(({ name }) => !footer.industries.includes(name));
  return [
    ...footer.industries.map((name) => pages.find((page) => page.name === name) ?? { name }),
    ...others,
  ];
}

function tradeLinks(content: Content) {
  return industries(content).flatMap(({ name, path }) => {
    const trade = path === undefined ? undefined : content.trades[path.slice(1)];
    return path === undefined || !trade
      ? []
      : { name, path, ...trade.missed, drawing: drawingOf(trade.drawing, content) };
  });
}

/** The calculator with its sliders where they stand at first, and what they say. */
function calculated(
  { calls, job, booked, money, formula }: Omit<NonNullable<Content["missed"]>, "case">,
  locale: string,
) {
  const worth = worthOf({ calls: calls.value, job: job.value, booked, money }, languageOf(locale));
  const sliders = [
    { ...calls, name: "calls", said: worth["calls"] },
    { ...job, name: "job", said: worth["job"] },
  ];
  return { sliders, amount: worth["amount"], said: fillIn(formula, worth) };
}

/** The address of a drawing in the picture of all. */
function drawingOf(name = ANOTHER_TRADE, { pictures }: Content): string | undefined {
  const all = pictures["trades.svg"];
  return all && `${all.src}#${name}`;
}

/** What an SVG in the page itself has in it. */
function symbolOf(name = ANOTHER_TRADE, { pictures }: Content): string {
  return `${pictures["trades.svg"]?.symbols?.[name] ?? ""}<use href="#${name}"/>`;
}

/** The content of a trade's page: its own text, and the parts that it shares with the landing page. */
export function tradeContent(content: Content, trade: Trade) {
  const { hero, header, features } = content;
  const { board, demo, doneForYou, testimonials, missed, contact, footer, legalLinks } =
    sharedSections(content);
  const jobs = trade.jobs.items.flatMap(({ icon, title, text: description, points: benefits }) => {
    const feature = features?.items.find((each) => each.icon === icon);
    if (!feature) return [];
    const { promise } = feature;
    return [withIcon({ icon, promise, title, description, benefits, picture: undefined }, content)];
  });
  const testimonial = trade.testimonial
    ? withPortrait(trade.testimonial, content)
    : testimonials?.items.find((item) => item.trade === trade.name);
  return {
    hero: { ...hero, eyebrow: trade.eyebrow, headline: trade.headline, lead: trade.lead },
    drawing: symbolOf(trade.drawing, content),
    header,
    doneForYou: doneForYou && { ...doneForYou, trades: [] },
    board: { ...board, ...trade.board, stamp: content.schedulePage.stamp },
    demo: demo && { ...demo, ...conversation(demo, trade.board), trades: [] },
    problem: trade.problem,
    testimonial,
    testimonials,
    features: unlessEmpty({ ...trade.jobs, items: jobs }),
    faq: unlessEmpty(trade.faq),
    missed: missed && {
      ...missed,
      ...calculated(
        {
          ...missed,
          calls: { ...missed.calls, value: trade.missed.calls },
          job: { ...missed.job, value: trade.missed.job },
        },
        content.locale,
      ),
    },
    contact: { ...contact, ...trade.call, own: header },
    footer,
    legalLinks,
  };
}

function bookCallContent(content: Content) {
  const { pages, bookCall, fields, fieldProblems, serviceChoice, services, tiles, confirmation } = content;
  const failures = { ...content.failures, unexpected: content.messages.unexpected };
  const titles = {
    editing: pages.bookCall.title,
    error: pages.bookCallError.title,
    submitted: pages.confirmation.title,
  };
  const form = { fields, fieldProblems, serviceChoice, services, tag: languageOf(content.locale) };
  const consentVersion = versionOf(bookCall.consent);
  const privacy = content.legalLinks.find(({ page, href }) => page === "privacy" && href !== "#");
  const drawn = tiles.map((tile) => withIcon(tile, content));
  return { titles, bookCall, privacy, consentVersion, ...form, failures, tiles: drawn, confirmation };
}
