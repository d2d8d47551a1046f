import { fillIn } from "../contract/content/fill-in.ts";
import type { Content, Trade } from "../contract/content/schema.ts";
import { languageOf } from "../contract/locale/locale.ts";
import { ANOTHER_TRADE, drawingUrl } from "./components/drawing-url.ts";
import { worthOf } from "./pages/home/calls-worth.ts";

type Recording = NonNullable<Trade["recording"]>;
type Section<Name extends keyof Content> = NonNullable<Content[Name]>;

export function doneForYouOf(content: Content) {
  const { doneForYou } = content;
  if (!doneForYou) return undefined;
  const { lines, tradesLabel, anotherTrade } = doneForYou;
  const another = {
    name: anotherTrade,
    path: "#contact",
    drawing: drawingUrl(ANOTHER_TRADE, content),
  };
  const trades = tradeLinks(content);
  return {
    lines,
    tradesLabel,
    trades: trades.length > 0 ? [...trades, another] : [],
  };
}

/** @param recording a recorded call in place of the written one */
export function demoOf(
  content: Content,
  board: Trade["board"],
  recording: Recording | undefined,
) {
  const { demo, recordings, pictures } = content;
  if (!demo) return undefined;
  const { recording: _own, ...texts } = demo;
  if (!recording)
    return { ...texts, ...conversationOf(demo, board), played: undefined };
  const { label, transcript } = recording;
  const played = playedOf(recording, recordings[recording.source], pictures);
  const lines = transcript.map((line) => lineOf(line, demo.assistant));
  return { ...texts, label, lines, played };
}

export interface PlayedProps {
  tag: "audio" | "video" | "a";
  attributes: Record<string, string | boolean | undefined>;
  picture?: { src: string; width: number; height: number; alt: string };
  text?: string;
}

/** The browser's own player, or a picture that opens a film in a new tab. */
function playedOf(
  { source, picture = "", label }: Recording,
  src: string | undefined,
  pictures: Content["pictures"],
): PlayedProps {
  const poster = pictures[picture];
  if (src === undefined)
    return {
      tag: "a",
      attributes: { href: source, target: "_blank", rel: "noopener" },
      ...(poster && { picture: { ...poster, alt: label } }),
      text: new URL(source).hostname,
    };
  const attributes = {
    controls: true,
    preload: "none",
    playsInline: true,
    src,
    "aria-label": label,
  };
  return /\.(?:mp4|webm)$/.test(source)
    ? { tag: "video", attributes: { ...attributes, poster: poster?.src } }
    : { tag: "audio", attributes };
}

/**
 * A line of a transcript, with the name of who speaks before its first colon.
 */
function lineOf(line: string, assistant: string) {
  const [, who = "", text = line] = /^([^:]{1,40}):\s+(.*)$/s.exec(line) ?? [];
  return { kind: who === assistant ? "assistant" : "caller", who, text };
}

export function featuresOf(content: Content) {
  const features = unlessEmpty(content.features);
  return (
    features && {
      ...features,
      items: features.items.map((item) => featureOf(item, content)),
    }
  );
}

/** What the features of the landing page do in this trade. */
export function jobsOf(content: Content, { jobs }: Trade) {
  const items = jobs.items.flatMap(
    ({ icon, title, text: description, points: benefits }) => {
      const feature = content.features?.items.find(
        (item) => item.icon === icon,
      );
      if (!feature) return [];
      const { promise } = feature;
      return [
        featureOf({ icon, promise, title, description, benefits }, content),
      ];
    },
  );
  return unlessEmpty({ ...jobs, items });
}

/**
 * The trade's own questions, then those that the landing page answers for all.
 */
export function faqOf(content: Content, { faq }: Trade) {
  const ofAll = content.faq?.items.filter(({ onTrades }) => onTrades) ?? [];
  return unlessEmpty({ ...faq, items: [...faq.items, ...ofAll] });
}

export const routeOf = ({ route }: Content) =>
  route?.steps.length === 0 ? undefined : route;

/**
 * On the page of a trade, the sliders begin at
 * its values, and only its own case is shown.
 */
export function missedOf(content: Content, trade?: Trade) {
  const { missed, header, locale } = content;
  if (!missed) return undefined;
  const { calls, job, booked } = missed;
  const { money, formula } = missed;
  const at = trade?.missed ?? { calls: calls.value, job: job.value };
  const worth = worthOf({ ...at, booked, money }, languageOf(locale));
  const sliders = [
    { ...calls, name: "calls", value: at.calls, reading: worth.calls },
    { ...job, name: "job", value: at.job, reading: worth.job },
  ];
  const isShown = !trade || missed.case?.trade === trade.name;
  const ofCase =
    isShown && missed.case ? withPortrait(missed.case, content) : null;
  return {
    ...missed,
    sliders,
    amount: worth.amount,
    sum: fillIn(formula, worth),
    case: ofCase,
    header,
  };
}

export function testimonialsOf(content: Content) {
  const testimonials = unlessEmpty(content.testimonials);
  if (!testimonials) return undefined;
  const items = testimonials.items.map((item) => withPortrait(item, content));
  return { ...testimonials, items };
}

export function contactOf(content: Content, { heading, lead }: Trade["call"]) {
  const { team } = content.contact;
  return {
    ...content.contact,
    heading,
    lead,
    host: hostOf(content),
    team: team && withPortrait(team, content),
  };
}

export function footerOf(content: Content) {
  const services = content.services.map(({ label }) => label);
  return { ...content.footer, services, industries: industries(content) };
}

/** @returns undefined for a section that is missing or has no cards */
export function unlessEmpty<Cards extends { items: unknown[] }>(
  section?: Cards,
) {
  return section?.items.length === 0 ? undefined : section;
}

export type TradeDemo = ReturnType<typeof conversationOf> &
  Pick<Trade, "missed">;

/**
 * The board's messages, an event after the caller's
 * last message, and three events at the end.
 */
export function conversationOf(demo: Section<"demo">, board: Trade["board"]) {
  const { label, caller, clock } = board;
  const { messages, ending } = board;
  const event = (who: string, text: string) => ({ kind: "event", who, text });
  const lines = messages.map((message) =>
    message.caller === undefined
      ? {
          kind: "assistant",
          who: demo.assistant,
          text: message.assistant ?? "",
        }
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

/**
 * The testimonial of the trade's file, or the
 * landing page's testimonial about the trade.
 */
export function testimonialOf(content: Content, { name, testimonial }: Trade) {
  if (testimonial) return withPortrait(testimonial, content);
  return testimonialsOf(content)?.items.find((item) => item.trade === name);
}

function withPortrait<Person extends { picture?: string }>(
  person: Person,
  { pictures }: Content,
) {
  const { picture = "", ...rest } = person;
  return { ...rest, portrait: pictures[picture] };
}

function featureOf(
  feature: Section<"features">["items"][number],
  content: Content,
) {
  return { ...feature, drawing: content.icons[feature.icon] ?? [] };
}

function industries({
  footer,
  trades,
}: Content): { label: string; href?: string }[] {
  const pages = Object.entries(trades).map(([file, { name }]) => ({
    label: name,
    href: `/${file}`,
  }));
  const others = pages.filter(
    (page) => !footer.industries.includes(page.label),
  );
  const inOrder = footer.industries.map(
    (label) => pages.find((page) => page.label === label) ?? { label },
  );
  return [...inOrder, ...others];
}

export function tradeLinks(content: Content) {
  return industries(content).flatMap(({ label: name, href: path = "" }) => {
    const trade = content.trades[path.slice(1)];
    if (!trade) return [];
    return [
      {
        name,
        path,
        drawing: drawingUrl(trade.drawing, content),
      },
    ];
  });
}

export function inlineDrawing(
  name = ANOTHER_TRADE,
  { pictures }: Content,
): string {
  const symbol = pictures["trades.svg"]?.symbols?.[name];
  return symbol === undefined ? "" : `${symbol}<use href="#${name}"/>`;
}
