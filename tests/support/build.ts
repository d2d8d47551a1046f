/** A tiny build on disk, in the form of the real one, so server tests need no bundler. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_OTHER_ORIGINS, type BuildManifest, type SiteConfig } from "../../contract/build-manifest.ts";
import { localeOf } from "../../contract/locale/locale.ts";
import type { MailContent } from "../../contract/mail.ts";
import { FORM } from "./leads.ts";
import { API_URL_META, PUBLIC_KEY_META, PUBLIC_KEY_PLACEHOLDER } from "../../contract/page.ts";
import { REST_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";

const { messages, testLead } = content;
/** At any hour, so that tests need no clock. */
const workingHours = { ...content.workingHours, mailLeadsAtNight: true };

export const LOCALE = localeOf(content);

export { workingHours };

export const MAIL_COLORS = content.colors;

/** Texts that tests can tell from the site's own. */
export const MAIL_CONTENT: MailContent = {
  test: { subject: "[Test] {subject}", text: "Only a test." },
  confirmation: {
    subject: "{brand} has your request",
    greeting: "Hi {name},",
    greetingWithoutName: "Hello,",
    received: "{brand} got it.",
    next: "Next:",
    steps: ["You hear from us by {due}.", "You pick a time."],
    pickTime: "Pick a time now",
    reply: "Reply, or call {phone}.",
    sent: "Sent",
    mistake: "Not you? Leave it.",
  },
  notification: { subject: "New: {name}, {company}", text: "{name} waits until {due}: {left}." },
  reminder: {
    one: { subject: "{left} left: {name}, {company}", text: "{name} still waits until {due}: {left}." },
    many: { subject: "{left} left: {count} wait", text: "All {count}:" },
  },
  morning: {
    subject: "{brand} today: {parts}",
    text: "To do:",
    overdue: "Late",
    due: "Due",
    calls: "Calls",
    followUps: "Again",
    suspected: "Junk?",
    look: "Look",
    link: "All",
  },
  storm: { subject: "{count} since {since}", withSpam: "{count} since {since}, {spam} junk", text: "Look." },
  chat: {
    answered: "Done: {name}, {company}",
    booked: "Booked: {name}, {company}",
    won: "Won: {name}, {company}",
    lost: "Lost: {name}, {company}",
    spam: "Junk: {name}, {company}",
    by: "By {by}.",
    failing: "{count} mails wait since {since}.",
  },
  call: {
    visitor: {
      booked: { subject: "{brand} calls on {time}", text: "Booked." },
      moved: { subject: "{brand} calls later, on {time}", text: "Moved from {former}." },
      cancelled: { subject: "{brand} does not call", text: "Cancelled: {time}." },
      dayBefore: { subject: "{day} at {clock}", text: "Wait." },
      soon: { subject: "In {left}, at {clock}", text: "Soon." },
    },
    asked: { subject: "{brand}: a link", call: "Still on {time}.", offer: "No call.", pick: "Pick one" },
    missed: { subject: "{brand} waited", text: "Nobody on {time}." },
    ours: "Here that is {ours}.",
    phone: "We ring {number}.",
    from: "Ours is {number}.",
    noPhone: "We have no number.",
    link: "Meet at {url}",
    change: "Change the call",
    changeUntil: "Change the call until {until}",
    see: "The call",
    coming: "I come",
    again: "Another time",
    summary: "The call",
    summaryForUs: "Call with {name}, {company}",
    agency: {
      booked: {
        subject: "A call: {name}, {company}, {time}",
        visitor: "{name} books {time}.",
        team: "{by} books {time} with {name}.",
      },
      moved: {
        subject: "Another time: {name}, {company}, {time}",
        visitor: "{name} moves from {former} to {time}.",
        team: "{by} moves {name} from {former} to {time}.",
      },
      cancelled: {
        subject: "No call: {name}, {company}, {time}",
        visitor: "{name} cancels {time}.",
        team: "{by} cancels {time} with {name}.",
      },
    },
    somebody: "One of you",
    own: { booked: "Add it yourself.", moved: "Add it anew.", cancelled: "Delete it yourself." },
    suspected: "May be junk.",
    labels: { theirs: "Their time", phone: "Number", number: "Their number", reason: "Why" },
  },
  links: {
    judge: "Is it spam?",
    reply: "Write back",
    answer: "Mark as answered",
    show: "Show this lead",
    note: "These links work until {until}.",
  },
  signIn: {
    subject: "Into {brand}",
    text: "You asked to open {brand}.",
    link: "Open it",
    mistake: "Not you? Leave it.",
    labels: { email: "Typed", at: "At", from: "From" },
  },
  invited: { subject: "Join {brand}", text: "{by} asks you in.", link: "Go in", note: "Until {until}." },
  failed: { subject: "{brand}: {what}", text: "{what}:", backup: "No backup", content: "Old words" },
  calendars: { subject: "{brand}: calendar {numbers}", text: "Look at {numbers}." },
  skippedEvents: { subject: "{brand}: an event", text: "Mend {events}.", of: "{number}: {dates}" },
  replyNote: "Reply to write to them.",
  cameIn: "Came in",
  wished: "Wanted a call",
  cameFrom: "Came from",
};

export const STYLE_HASH = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export const AGENCY: SiteConfig = {
  siteUrl: "https://agency.example",
  brandName: "Nightshift",
  contactEmail: "hello@agency.example",
  contactPhone: "+1 555 0100",
  schedulingUrl: "https://calendar.example/call",
};

/** A page long enough for compression to pay. */
const html = (title: string) =>
  `<!doctype html><html lang="en"><style data-file="assets/site.css"></style>` +
  `<meta name="${PUBLIC_KEY_META}" content="${PUBLIC_KEY_PLACEHOLDER}"><title>${title}</title>` +
  "<p>We answer every call.</p>".repeat(60);

/** Renders the state of a page into it, as text. */
const RENDER = `
export function createRenderer({ styles }) {
  return { renderPage, inbox: { styles, script: "", sheet, renderInbox } };
}
const sheet = { head: () => "id\\r\\n", lines: (leads, zone) => leads.map(({ lead }) => lead.id + " " + zone + "\\r\\n").join("") };
async function renderPage(state) {
  const data = JSON.stringify(state).replaceAll("<", "\\\\u003c");
  return \`<!doctype html><meta name="${PUBLIC_KEY_META}" content="${PUBLIC_KEY_PLACEHOLDER}">\` +
    \`<meta name="${API_URL_META}" content="${REST_PATH}">\` +
    \`<title>\${state.status}</title><script type="application/json" id="state">\${data}</script>\`;
}
function renderInbox(state) {
  const data = JSON.stringify(state).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return \`<!doctype html><style>body{color:#111}</style><title>\${state.view.view}</title><pre>\${data}</pre>\`;
}
`;

export const MANIFEST: BuildManifest = {
  pages: { "/": "index.html", "/book-call": "book-call.html" },
  assets: ["/assets/entry-1a2b3c4d.js", "/pictures/van-1a2b3c4d.avif", "/robots.txt"],
  styleHashes: [STYLE_HASH],
  site: AGENCY,
  locale: LOCALE,
  messages,
  testLead,
  sources: content.leadContent.sources,
  unconfigured: [],
  otherOrigins: NO_OTHER_ORIGINS,
  unready: 3,
  sampleTestimonials: false,
  logo: null,
  mailColors: MAIL_COLORS,
  mail: MAIL_CONTENT,
  host: null,
  ready: "Have ready: your questions.",
  form: FORM,
  workingHours,
};

/** Writes `dist/` below a folder. @returns its path */
export function writeBuild(folder: string, changes: Partial<BuildManifest> = {}): string {
  const dist = join(folder, "dist");
  for (const inner of ["site/assets", "site/pictures", "render"])
    mkdirSync(join(dist, inner), { recursive: true });
  const manifest = { ...MANIFEST, ...changes };
  writeFileSync(join(dist, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(dist, "site", "index.html"), html("Home"));
  writeFileSync(join(dist, "site", "book-call.html"), html("Book a call"));
  writeFileSync(join(dist, "site", "assets", "entry-1a2b3c4d.js"), "export const answer = 42;\n".repeat(40));
  writeFileSync(join(dist, "site", "pictures", "van-1a2b3c4d.avif"), "a van");
  writeFileSync(join(dist, "site", "robots.txt"), "User-agent: *\nAllow: /\n");
  writeFileSync(join(dist, "render", "render.js"), RENDER);
  writeFileSync(join(dist, "render", "input.json"), JSON.stringify({ styles: "body{color:#111}" }));
  return dist;
}
