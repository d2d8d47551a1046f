import type { Content, Trade } from "../contract/content/schema.ts";
import { languageOf } from "../contract/locale/locale.ts";
import { worthOf } from "../contract/missed-calls.ts";
import { fillIn } from "../contract/placeholders.ts";

type Section<Name extends keyof Content> = NonNullable<Content[Name]>;

const ANOTHER_TRADE = "another-trade";

/**
 * The sections of the landing page. The page of a trade shows most of them, too. A section that the
 * content leaves out, or that has no cards, is undefined.
 */
export function sharedSections(content: Content) {
  const { board, about, contact, footer, services, legalLinks, demo, doneForYou, missed, locale } = content;
  const features = unlessEmpty(content.features);
  const testimonials = unlessEmpty(content.testimonials);
  const trades = tradeLinks(content);
  const anotherDrawing = drawingUrl(ANOTHER_TRADE, content);
  return {
    board,
    doneForYou: doneForYou && { ...doneForYou, trades, anotherDrawing },
    demo: demo && { ...demo, ...conversationOf(demo, board), trades },
    about,
    features: features && { ...features, items: features.items.map((item) => featureOf(item, content)) },
    route: content.route?.steps.length === 0 ? undefined : content.route,
    missed: missed && {
      ...calculator(missed, { calls: missed.calls.value, job: missed.job.value }, locale),
      case: missed.case && withPortrait(missed.case, content),
      header: content.header,
    },
    testimonials: testimonials && {
      ...testimonials,
      items: testimonials.items.map((item) => withPortrait(item, content)),
    },
    faq: unlessEmpty(content.faq),
    contact: { ...contact, host: hostOf(content) },
    footer: { ...footer, services: services.map(({ label }) => label), industries: industries(content) },
    legalLinks,
  };
}

/** The trade's own text, and parts of the landing page. */
export function tradeContent(content: Content, trade: Trade) {
  const { hero, header, schedulePage, locale } = content;
  const shared = sharedSections(content);
  const { board, demo, doneForYou, missed, testimonials, contact } = shared;
  const jobs = trade.jobs.items.flatMap((job) => {
    const feature = content.features?.items.find(({ icon }) => icon === job.icon);
    return feature ? [jobOf(job, feature.promise, content)] : [];
  });
  return {
    ...shared,
    hero: { ...hero, eyebrow: trade.eyebrow, headline: trade.headline, lead: trade.lead },
    drawing: inlineDrawing(trade.drawing, content),
    header,
    doneForYou: doneForYou && { ...doneForYou, trades: [] },
    board: { ...board, ...trade.board, stamp: schedulePage.stamp },
    demo: demo && { ...demo, ...conversationOf(demo, trade.board), trades: [] },
    problem: trade.problem,
    testimonial: trade.testimonial
      ? withPortrait(trade.testimonial, content)
      : testimonials?.items.find((item) => item.trade === trade.name),
    features: unlessEmpty({ ...trade.jobs, items: jobs }),
    faq: unlessEmpty(trade.faq),
    missed: missed && calculator(missed, trade.missed, locale),
    contact: { ...contact, ...trade.call, link: header },
  };
}

function unlessEmpty<Cards extends { items: unknown[] }>(section?: Cards): Cards | undefined {
  return section?.items.length === 0 ? undefined : section;
}

export type Conversation = ReturnType<typeof conversationOf>;

/** The board's messages in the demo, with an event after the caller's last and three at the end. */
export function conversationOf(demo: Section<"demo">, board: Trade["board"]) {
  const { label, caller, clock, messages, ending } = board;
  const event = (who: string, text: string) => ({ kind: "event", who, text });
  const lines = messages.map((message) =>
    message.caller === undefined
      ? { kind: "assistant", who: demo.assistant, text: message.assistant ?? "" }
      : { kind: "caller", who: caller, text: message.caller },
  );
  const afterCaller = lines.map(({ kind }) => kind).lastIndexOf("caller") + 1;
  lines.splice(afterCaller, 0, event(demo.captured, ending.captured));
  lines.push(
    event(demo.booked, ending.booked),
    event(demo.followedUp, ending.followedUp),
    event(clock, ending.you),
  );
  return { label, lines };
}

export function hostOf(content: Content) {
  const { host } = content.contact;
  return host && withPortrait(host, content);
}

function withPortrait<Person extends { picture?: string }>(person: Person, { pictures }: Content) {
  const { picture = "", ...rest } = person;
  return { ...rest, portrait: pictures[picture] };
}

function featureOf(feature: Section<"features">["items"][number], content: Content) {
  const { drawing, ...texts } = feature;
  return {
    ...texts,
    drawing: content.icons[feature.icon] ?? [],
    picture: drawing === undefined ? undefined : drawingUrl(drawing, content),
  };
}

function jobOf(job: Trade["jobs"]["items"][number], promise: string, { icons }: Content) {
  const { icon, title, text: description, points: benefits } = job;
  const drawing = icons[icon] ?? [];
  return { icon, promise, title, description, benefits, drawing, picture: undefined };
}

function industries({ footer, trades }: Content): { label: string; href?: string }[] {
  const pages = Object.entries(trades).map(([file, { name }]) => ({ label: name, href: `/${file}` }));
  const others = pages.filter((page) => !footer.industries.includes(page.label));
  const inOrder = footer.industries.map((label) => pages.find((page) => page.label === label) ?? { label });
  return [...inOrder, ...others];
}

function tradeLinks(content: Content) {
  return industries(content).flatMap(({ label: name, href: path = "" }) => {
    const trade = content.trades[path.slice(1)];
    if (!trade) return [];
    return [{ name, path, ...trade.missed, drawing: drawingUrl(trade.drawing, content) }];
  });
}

type Calculator = Pick<Section<"missed">, "calls" | "job" | "booked" | "money" | "formula">;

function calculator<Text extends Calculator>(missed: Text, start: Trade["missed"], locale: string) {
  const { calls, job, booked, money, formula } = missed;
  const worth = worthOf({ ...start, booked, money }, languageOf(locale));
  const sliders = [
    { ...calls, name: "calls", value: start.calls, reading: worth.calls },
    { ...job, name: "job", value: start.job, reading: worth.job },
  ];
  return { ...missed, sliders, amount: worth.amount, sum: fillIn(formula, worth) };
}

function drawingUrl(name = ANOTHER_TRADE, { pictures }: Content): string | undefined {
  const file = pictures["trades.svg"];
  return file && `${file.src}#${name}`;
}

function inlineDrawing(name = ANOTHER_TRADE, { pictures }: Content): string {
  const symbol = pictures["trades.svg"]?.symbols?.[name];
  return symbol === undefined ? "" : `${symbol}<use href="#${name}"/>`;
}
