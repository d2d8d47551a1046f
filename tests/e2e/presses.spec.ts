/**
 * What a visitor meets after each press, listed beside this file. Each line of
 * presses begins on a page that was just opened. In the lists, `-` and `+` are
 * what went and what came since the press before.
 */

import type { Page, Request } from "@playwright/test";
import { partsWithin } from "../../server/content/parts.ts";
import { present } from "../../server/inbox/forms.ts";
import { content } from "../content.ts";
import { exampleVisitor, fillIn } from "./booking-form.ts";
import { pass, wake } from "./clock.ts";
import { takePresses } from "./reach.ts";
import { expect, expectErrors, test } from "./test.ts";

/** It is Monday morning at the agency, for the browser and the server. */
const NOW = Date.parse("2026-01-05T15:00:30Z");
const SERVER_CLOCK = `
  const { now } = Date;
  const behind = now() - ${NOW};
  globalThis.Date = class extends Date {
    constructor(...at) { super(...(at.length > 0 ? at : [Date.now()])); }
    static now() { return now() - behind; }
  };`;
test.setTimeout(240_000);
test.use({
  timezoneId: "Asia/Tokyo",
  siteEnv: {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(SERVER_CLOCK)}`,
  },
});

/** By the name of a list: the page, and lines of presses that begin there. */
const PRESSES = {
  home: `
/
key Tab > key Enter > key Tab
press [sections.1.label] > press [sections.3.label] > press [sections.3.label] > back > forward
press [header.bookCall] > back > forward > press [header.backHome]
press [doneForYou.anotherTrade]
press [faq.items.0.question] > press [faq.items.0.question]
press [legalLinks.0.label]
go /?utm_source=ad > go /hvac > go /?utm_source=other
phone > press [header.menuButton] > key Escape
phone > press [header.menuButton] > press [sections.3.label] > back > press [header.menuButton] > press [header.menuButton]
phone > press [header.menuButton] > press [header.bookCall]
phone > run scrollTo(0, 2000) > run scrollTo(0, 0)
`,
  calculator: `
/
run document.documentElement.lang = 'de' > fill [missed.calls.label] = 12 > key ArrowRight > fill [missed.job.label] = 700 > reload > go /book-call > fill [fields.additional_info.label] = Mine > go / > run scrollTo(0, 9) > fill [missed.calls.label] = 3 > go /book-call
fill [missed.calls.label] = 2 > go /book-call > go /hvac > run scrollTo(0, 9) > fill [missed.job.label] = 900 > go /book-call
`,
  demo: `
/
press [hero.watchDemo] > press [trades.plumbing.name] > press [demo.transcript] > press [demo.close] > press [hero.watchDemo] > key Escape
moving > press [hero.watchDemo] > press [trades.plumbing.name] > pass 8 > press [demo.pause] > pass 9 > press [demo.play] > pass 22 > press [demo.restart] > pass 3 > press [demo.transcript] > press [demo.restart] > pass 31
moving > press [hero.watchDemo] > press [trades.plumbing.name] > pass 2 > key Escape > press [hero.watchDemo] > run document.querySelector('#demo').click()
press [hero.watchDemo] > run fetch = () => new Promise(() => {}) > press [trades.plumbing.name]
press [hero.watchDemo] > answer 503 > press [trades.plumbing.name]
go /hvac > moving > press [hero.watchDemo] > pass 5 > press [demo.close]
`,
  headline: `
/
moving > reload > pass 0.1 > pass 3.4 > pass 2 > pass 0.5 > press [hero.pause] > pass 9 > press [hero.resume] > pass 2.05 > pass 5 > run document.querySelector('#headline + p').textContent = 'Heute' > pass 2 > press [hero.watchDemo] > pass 5 > key Escape > pass 1
run scrollTo(0, 99) > sleep 700
`,
  "book-call": `
/book-call
press [bookCall.submit] > fill [fields.name.label] = Nora > press [bookCall.submit]
form a > fill [fields.company_name.label] =   > key Enter > fill [fields.company_name.label] = Ours > fill [fields.email.label] = nora@ > press [bookCall.submit] > fill [fields.email.label] = a@gmial.com > press [bookCall.submit] > press [bookCall.submit]
press [fields.problems.chips.0] > press [fields.problems.chips.1] > press [fields.problems.chips.0] > reload > fill [fields.problems.label] = Other, No-shows
form b > reload > run addEventListener('lead:submitted', () => console.log('counted')) > key Enter > press [bookCall.submit] > reload > press [confirmation.back] > press [header.bookCall]
press [header.backHome] > back
fill [fields.name.label] = Nora > go / > go /book-call > fill [fields.name.label] = Ana > go / > back > back > back
`,
  "book-call-fails": `
/book-call
form c > answer 503 > press [bookCall.submit] > press [bookCall.tryAgain]
form d > answer 429 > press [bookCall.submit] > press [bookCall.tryAgain]
form e > run fetch = () => new Promise(() => {}) > press [bookCall.submit] > pass 14 > pass 1 > press [bookCall.tryAgain] > reload > press [bookCall.submit]
form o > run get = fetch; fetch = (...to) => to[1] ? new Promise(() => {}) : get(...to) > press [bookCall.submit] > pass 10 > pass 5 > press [bookCall.tryAgain]
form f > offline yes > press [bookCall.submit] > press [bookCall.tryAgain] > offline no > press [bookCall.tryAgain]
form p > fill [fields.email.label] = nora@ > run email.replaceWith(email.cloneNode()) > fill [fields.company_name.label] = Ours > key Enter > pass 2 > run email.replaceWith(email.cloneNode()) > fill [fields.name.label] = Nora > press [bookCall.submit] > run email.replaceWith(email.cloneNode()) > fill [fields.name.label] = Eve > press [bookCall.submit]
form n > lose 2 > press [bookCall.submit] > lose 2 > press [bookCall.tryAgain] > press [bookCall.tryAgain]
`,
  schedule: `
/schedule
press Wed > press Thu > reload > press 11:30 PM > press [schedulePage.change] > back > back
press [schedulePage.later] > press [schedulePage.earlier]
sleep 40 > sleep 700
press Wed > sleep 700
sleep 50000
`,
  call: `
/schedule?at=2026-01-20T15:00:00Z
press [bookCall.submit] > fill [schedulePage.phone] = 555-0100 > form h > press [bookCall.submit] > press [bookCall.submit] > press [schedulePage.calendars.add] > press [schedulePage.move] > press 11:30 PM > press Move to Tue 11:30 PM > back > press [schedulePage.cancel] > press [schedulePage.cancelYes]
go /schedule?at=2026-01-22T15:00:00Z > form i > fill [schedulePage.phone] = (201) 555-0142 > press [bookCall.submit] > go /schedule?at=2026-01-23T15:00:00Z > press [schedulePage.own.another] > go /schedule?day=2026-01-22 > sleep 700
`,
  "call-fails": `
/schedule?at=2026-01-27T15:00:00Z
form j > fill [schedulePage.phone] = (201) 555-0142 > answer 503 > press [bookCall.submit] > press [bookCall.tryAgain]
go /schedule?at=2026-01-28T15:00:00Z > form k > fill [schedulePage.phone] = (201) 555-0142 > offline yes > press [bookCall.submit] > offline no > reload > press [bookCall.submit]
go /schedule?at=2026-01-29T15:00:00Z > form l > fill [schedulePage.phone] = (201) 555-0142 > run fetch('/schedule', { method: 'POST', body: new URLSearchParams(new FormData(document.querySelector('form'))) }).then((it) => it.text()) > form m > press [bookCall.submit] > back
go /nothing > press [errorPage.bookCall]
`,
};

/** The content's texts by their names, and the names by the texts. */
const NAMES = new Map<string, string>();
for (const [at, text] of partsWithin(content)) {
  const name = `[${at.join(".")}]`;
  if (typeof text !== "string" || text.length < 4) continue;
  NAMES.set(name, text);
  if (!NAMES.has(text)) NAMES.set(text, name);
}
const named = (words: string) => NAMES.get(words) ?? words;

type Step = (page: Page, what: string) => Promise<unknown>;

const STEPS: Record<string, Step> = {
  press: (page, name) => controlOf(page, name).click(),
  key: (page, key) => page.keyboard.press(key),
  fill: (page, what) => {
    const [name = "", text = ""] = what.split(" = ");
    return controlOf(page, name).fill(text);
  },
  form: (page, who) => fillIn(page, exampleVisitor(who)),
  /** In seconds. */
  pass: (page, time) => page.clock.runFor(Number(time) * 1000),
  sleep: (page, time) => page.clock.fastForward(Number(time) * 1000),
  moving: (page) => page.emulateMedia({ reducedMotion: "no-preference" }),
  phone: (page) => page.setViewportSize({ width: 360, height: 740 }),
  go: (page, path) => page.goto(path),
  back: (page) => page.goBack(),
  forward: (page) => page.goForward(),
  reload: (page) => page.reload(),
  run: (page, script) => page.evaluate(script),
  offline: (page, is) => page.context().setOffline(is === "yes"),
  /** As many requests as the signal loses. */
  lose: (page, times) =>
    page.route("**", (route) => route.abort(), { times: Number(times) }),
  /** The next request. */
  answer: (page, status) =>
    page.route(
      "**",
      (route) =>
        route.fulfill({ status: Number(status), json: { message: "Later." } }),
      { times: 1 },
    ),
};

function controlOf(page: Page, name: string) {
  const place = page.locator(":is(:modal, body:not(:has(:modal)))");
  const text = named(name);
  return place
    .getByText(text, { exact: true })
    .or(place.getByLabel(text))
    .filter({ visible: true })
    .first();
}

/** Elements whose attributes are listed. */
const TOLD =
  ":modal, :popover-open, progress, [open], [inert], [aria-current], [aria-invalid], [aria-valuetext], [data-mode], [data-typed], [data-under-way]";

/** Runs in the page. The first line names the page. */
function readState(told: string): string[] {
  const tagOf = (element?: Element | null) =>
    element?.outerHTML.replaceAll(/>.*| class="[^"]*"/gs, "");
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  return [
    `heading: ${document.querySelector("h1")?.textContent}`,
    `title: ${document.title}`,
    `address ${location.href}`,
    `history ${history.length} ${JSON.stringify(history.state)}`,
    `focus ${tagOf(document.activeElement)}`,
    `in the middle ${tagOf(middle?.closest("[id]"))}`,
    ...Object.entries(sessionStorage).map((item) => `keeps ${item.join(" ")}`),
    ...Array.from(document.querySelectorAll(told), (one) => `${tagOf(one)}`),
  ];
}

/** Waits until nothing changes any more. */
async function look(page: Page, requests: Request[]): Promise<string[]> {
  const seen: string[] = [];
  // A page that is being replaced causes an error.
  await expect(async () => {
    await wake(page);
    await page.waitForLoadState("networkidle");
    await pass(page, 0);
    for (const request of requests) await request.response();
    seen.unshift(`${requests.length} ${await page.content()}`);
    expect(seen.slice(1, 5)).toEqual(Array(4).fill(seen[0]));
  }).toPass({ intervals: [0] });
  const heard = await page.locator("body").ariaSnapshot();
  await takePresses(page);
  const state = await page.evaluate(readState, TOLD);
  return [...state, ...heard.split("\n").map((line) => line.trim())];
}

const VARIES = new RegExp(
  String.raw`[\da-f-]{36,}|http(://|%3A%2F%2F)[\w.]+(:|%3A)\d+|(?<=token(=|%3D))(?!%26)[\w.-]+|(?<=\w)-[\w-]{6,8}(?=\.\w)|\d+(?:-\d+){3}`,
  "g",
);

/** Of another page, what is heard stands in other lists. */
function changes(before: string[], after: string[]): string[] {
  const only = (sign: string, these: string[], others: string[]) =>
    these
      .filter((line) => before[0] === after[0] || !line.startsWith("- "))
      .filter((line) => !others.includes(line))
      .map((line) => `  ${sign} ${line.replace(/^- /, "")}`);
  return [...only("-", before, after), ...only("+", after, before)].map(
    (line) =>
      line
        .replaceAll(VARIES, "")
        .replaceAll(/(?<=")[^"]+(?=")|(?<=: ).+/g, named),
  );
}

async function follow(page: Page, path: string, line: string): Promise<string> {
  const requests: Request[] = [];
  const told: string[] = [];
  let logged: string[] = [];
  page
    .on("request", (request) => requests.push(request))
    .on("console", (message) =>
      logged.push(`console: ${/^.{0,60}/.exec(message.text())?.[0]}`),
    );
  await page.goto(path);
  await look(page, requests);
  await page.mouse.move(9, 9);
  let before = await look(page, requests);
  for (const step of line.split(" > ")) {
    requests.length = 0;
    logged = [];
    const [verb = "", ...what] = step.split(" ");
    await present(STEPS[verb])(page, what.join(" "));
    const after = await look(page, requests);
    const sent = requests
      .filter((request) => /document|fetch/.test(request.resourceType()))
      .map((request) => `${request.method()} ${request.url()}`);
    const more = [...sent, ...logged].toSorted();
    told.push(step, ...changes(before, [...after, ...more]));
    before = after;
  }
  await page.close();
  return `${told.join("\n")}\n`;
}

for (const [name, presses] of Object.entries(PRESSES))
  test(`presses: ${name}`, async ({ page, context }) => {
    expectErrors(page, /(?:)/);
    await page.clock.install({ time: NOW });
    await page.clock.pauseAt(NOW + 60_000);
    const told: string[] = [];
    const [path = "", ...lines] = presses.trim().split("\n");
    for (const line of lines)
      told.push(await follow(await context.newPage(), path, line));
    expect(told.join("\n")).toMatchSnapshot([`presses.${name}.said.txt`]);
  });
