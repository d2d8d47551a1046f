/** Prints how many of 200 kinds of junk and 300 honest leads, a hundred of them pasted, are taken for the other. */
import { expect, test } from "vitest";
import { LEAD_COLUMNS, type LeadFields } from "../../contract/lead.ts";
import { LEAD } from "../../tests/fakes/leads.ts";
import { suspicionOf, type FormTiming, createRepeatedText } from "./suspicion.ts";

const TRADES = "HVAC Plumbing Cleaning Landscaping Electric Grooming Roofing Movers Law Dental".split(" ");

type Words = Partial<LeadFields>;

/** Each comes in ten versions, one per trade. */
const HONEST: ((trade: string) => Words)[] = [
  () => ({}),
  (trade) => ({ problems: `Missed calls. Our site is https://${trade.toLowerCase()}-pros.example` }),
  (trade) => ({ problems: `See www.${trade.toLowerCase()}.example and our page at https://maps.example/x` }),
  (trade) => ({ name: "JD McAllister-O'Brien", company_name: `JDMcA ${trade}` }),
  (trade) => ({ name: trade, company_name: trade, problems: `${trade} calls after five` }),
  () => ({ problems: "help" }),
  () => ({ problems: "MISSED CALLS!!! EVERY DAY!!!" }),
  () => ({ name: "李小龍", company_name: "小龍水電", problems: "電話太多，接不完。" }),
  () => ({ name: "محمد علي", problems: "مكالمات فائتة" }),
  () => ({ problems: "Leads cost too much, we want to rank on Google and stop paying for ads." }),
  () => ({ problems: "Texts: a) quotes b) no-shows c) reviews < 4 stars > 2 weeks [see below]" }),
  () => ({ problems: "price\n- slow quotes; = no jobs\n+1 (201) 555-0142", additional_info: "@office" }),
  (trade) => ({ company_name: `${trade}.com` }),
  (trade) => ({ company_name: `McDonald ${trade} & Sons, LLC`, name: "Mary-Jane van der Berg" }),
  () => ({ problems: "Our CRM (HubSpot) and QuickBooks do not talk. iPhone and WhatsApp calls get lost." }),
  () => ({ problems: "x".repeat(400) }),
  () => ({ problems: "We were called by a casino for an electrical job and lost it: nobody picked up." }),
  () => ({ additional_info: "Two vans, dana@ortiz.example, facebook.com/ortiz, instagram @ortiz" }),
  () => ({ problems: "Need chatbot\r\n\r\nasap" }),
  () => ({ name: "DeShawn", company_name: "LaToyaBraids", problems: "NoShows" }),
  // Pasted by visitors.
  (trade) => ({
    problems: `https://www.${trade}.example and https://www.facebook.com/${trade}`,
    additional_info: `https://www.instagram.com/${trade}/ https://g.page/${trade} https://maps.app.goo.gl/x1`,
  }),
  (trade) => ({
    problems: `Pages https://www.${trade}.example/a, https://${trade}.example/b (http://www.${trade}.example/c), www.yelp.com/biz/${trade}`,
  }),
  () => ({ problems: "Our last agency bought backlinks, and backlinks again. Rankings fell." }),
  (trade) => ({
    problems: `SEO for ${trade}: last agency promised the first page of Google, sold a guest post and backlinks.`,
    additional_info: "DOMAIN AUTHORITY 12. PAID $1,500/mo. NO LEADS.",
  }),
  (trade) => ({ company_name: `www.sample-${trade.toLowerCase()}.example` }),
  (trade) => ({ company_name: `${trade} Pros (https://www.${trade.toLowerCase()}-pros.example)` }),
  () => ({
    problems: "PRICES: $89 TUNE-UP | $149 DIAGNOSTIC | FINANCING 0% APR!!! CALL US 24/7",
    name: "DANA ORTIZ",
  }),
  () => ({
    problems:
      "Perdemos llamadas. Vea https://www.ortiz.example/es y https://www.facebook.com/ortiz, gracias.",
    additional_info: "Wir sprechen auch Deutsch: € 1.200,00 im Monat für Google-Anzeigen.",
  }),
  () => ({
    problems: "У нас 40 звонков в день, отвечаем на 15. Сайт: https://ortiz.example",
    name: "Дана ОРТИС",
  }),
  () => ({
    problems:
      "From: Dana <dana@ortiz.example>\nSubject: RE: quote\n> see www.ortiz.example/quote?id=1&utm_source=g\n> $450 + tax",
    additional_info: "Competitors: https://www.coolair.example",
  }),
];

const JUNK: ((trade: string) => Words)[] = [
  (trade) => ({ problems: `<a href="https://x.example/${trade}">cheap</a>` }),
  (trade) => ({ problems: `[url=https://x.example/${trade}]cheap[/url]` }),
  (trade) => ({ additional_info: `[link=http://x.example/${trade}]here[/link]` }),
  (trade) => ({ name: `Win now https://x.example/${trade}` }),
  (trade) => ({ company_name: `www.${trade}-casino.example` }),
  (trade) => ({
    problems: `https://a.example/${trade} https://b.example https://c.example http://d.example`,
  }),
  (trade) => ({ problems: `Get back links for ${trade} with high domain authority.` }),
  (trade) => ({ problems: `We bring ${trade} to the first page of Google by guest post.` }),
  () => ({ problems: "Best casino, viagra and cialis." }),
  () => ({ problems: "Make money online with forex." }),
  () => ({ problems: "Crypto investment, earn $500 a day!" }),
  () => ({ problems: "Hot singles and escorts near you." }),
  () => ({ name: "xKjHdPqWzRtB", problems: "aQsWdErFtGyHuJ" }),
  () => ({ name: "PzQrXbNmLkVc", problems: "wErTyUiOpAsD", company_name: "google" }),
  (trade) => ({ name: `${trade} offer`, company_name: `${trade} offer`, problems: `${trade} offer` }),
  (trade) => ({ problems: `Visit http://${trade}.example http://b.example http://c.example`, name: "Eric" }),
  (trade) => ({
    name: "Mike",
    problems: `Hi, I saw your ${trade} site and can redesign it for $99. Reply YES.`,
  }),
  () => ({ name: "test", company_name: "test", problems: "test" }),
  () => ({ problems: "asdf asdf asdf asdf" }),
  (trade) => ({ problems: `Dear owner, your domain for ${trade} expires today. Pay at https://pay.example` }),
];

/** Timings of honest leads: each kind comes in two versions each way. */
const HONEST_WAYS: FormTiming[] = [
  // No script, an old browser, a static site, a token that was blocked or late, or text restored by a reload.
  {},
  // Slow typing, with a phone call in between.
  { tookMs: 40 * 60_000 },
  // A password manager fills in three fields, and the problem is pasted: done within two seconds.
  { tookMs: 2_000 },
  // The last of ten people in an office behind one address.
  { tookMs: 90_000 },
  // A browser fills in most of it, behind the shared address of a mobile carrier.
  { tookMs: 6_000, flood: true },
];

/** Timings of junk. */
const JUNK_WAYS: FormTiming[] = [
  // Posted by a program that opens no page.
  {},
  // Typed by a program into a browser, each from another address.
  { tookMs: 300 },
  // The same from one address.
  { tookMs: 300, flood: true },
  // Filled in by a program that fills every input of a page.
  { tookMs: 9_000, honeypotFilled: true },
  // Typed by a hired person, who takes the time.
  { tookMs: 45_000, flood: true },
];

function leads(kinds: typeof HONEST, ways: FormTiming[]) {
  return kinds.flatMap((kind) =>
    TRADES.map((trade, form) => ({
      lead: { ...LEAD, company_name: `Ortiz ${trade}`, ...kind(trade) },
      formTiming: ways[form % ways.length],
    })),
  );
}

test("no honest lead is suspected, and nine of ten kinds of junk are", () => {
  const [honest, junk] = [leads(HONEST, HONEST_WAYS), leads(JUNK, JUNK_WAYS)];
  expect([honest.length, junk.length]).toEqual([300, 200]);
  const wronged = honest.filter(({ lead, formTiming }) => suspicionOf(lead, false, formTiming).length > 0);
  const missed = junk.filter(({ lead, formTiming }) => suspicionOf(lead, false, formTiming).length === 0);
  process.stdout.write(
    `Spam: ${wronged.length} of 300 honest leads suspected, ${missed.length} of 200 junk missed.\n`,
  );
  expect(wronged).toEqual([]);
  expect(missed.length).toBeLessThanOrEqual(20);
});

test.each<[string, FormTiming, string[]]>([
  ["within four seconds alone", { tookMs: 3_999 }, []],
  ["only from a network that sends many", { flood: true }, []],
  ["both together", { tookMs: 3_999, flood: true }, ["fast", "rate"]],
  ["four seconds, and many", { tookMs: 4_000, flood: true }, []],
  ["honeypot", { honeypotFilled: true }, ["unseen"]],
])("filled in %s", (_what, formTiming, signs) => {
  expect(suspicionOf(LEAD, false, formTiming)).toEqual(signs);
});

test("a weak signal is reported beside a strong one", () => {
  const lead = { ...LEAD, name: "www.x.example" };
  expect(suspicionOf(lead, false, { tookMs: 10 })).toEqual(["linkInName", "fast"]);
});

const OFFER =
  "Hello, I looked at your web site and can bring you three hundred new customers a month. Reply YES.";

function startAt(time: number) {
  const clock = { time };
  const isRepeated = createRepeatedText(() => clock.time);
  const says = (sender: number, problems = OFFER, company_name = `Firm${sender}`) =>
    isRepeated({
      ...LEAD,
      email: `sender-${sender}@junk.example`,
      company_name,
      problems,
      additional_info: "",
    });
  return { clock, says };
}

test("the third sender of one text is suspected, whatever its spacing and case, and each one after", () => {
  const { says } = startAt(0);
  const again = OFFER.toUpperCase().replaceAll(" ", "\r\n");
  expect([says(1), says(2), says(3, again), says(4)]).toEqual([false, false, true, true]);
});

test("a sender who repeats a text is not suspected, nor are many senders of a short one", () => {
  const { says } = startAt(0);
  expect([says(1), says(1), says(1), says(1)]).not.toContain(true);
  expect(Array.from({ length: 20 }, (_, sender) => says(sender, "Missed calls"))).not.toContain(true);
});

test("people of one business may send one text: offices of a franchise, colleagues, but not more than twenty", () => {
  const { says } = startAt(0);
  const offices = Array.from({ length: 21 }, (_, office) =>
    says(office, OFFER, `Bright Maids of Town ${office}`),
  );
  expect(offices).toEqual([...Array(20).fill(false), true]);
});

test("a few words of a pitch count only when they came within seconds", () => {
  const lead = { ...LEAD, problems: "Affordable flyers. Order today" };
  expect(suspicionOf(lead, false, { tookMs: 60_000 })).toEqual([]);
  expect(suspicionOf(lead, false, { tookMs: 1_000 })).toEqual(["pitch", "fast"]);
});

test("links to the sender's own sites and to hosts of small businesses are no advertising", () => {
  const problems =
    "https://ortiz.wixsite.com/air https://ortiz.square.site https://www.ortizhvac.example https://book.ortizhvac.example https://ortiz-repairs.example";
  expect(suspicionOf({ ...LEAD, name: "www.ortizhvac.example", problems }, false)).toEqual([]);
  const others = "https://a.example https://b.example https://c.example https://d.example";
  expect(suspicionOf({ ...LEAD, problems: others }, false)).toEqual(["links"]);
});

test("a topic counts once, whatever its endings", () => {
  const company_name = "Escort Service Towing";
  const problems = "Escorts for wide loads. Escort drivers out all night.";
  expect(suspicionOf({ ...LEAD, company_name, problems }, false)).toEqual([]);
});

test.each(["your ", "a", "\n", "we offer ", '<a href="http://x.example" '])(
  "the longest text of %j costs under 10 ms",
  (unit) => {
    const problems = unit.repeat(LEAD_COLUMNS.problems.maxLength / unit.length);
    suspicionOf({ ...LEAD, problems }, false);
    const start = performance.now();
    for (let round = 0; round < 10; round++) suspicionOf({ ...LEAD, problems }, false);
    expect((performance.now() - start) / 10).toBeLessThan(10);
  },
);

test.each([1, -365])("%i days later it begins anew", (days) => {
  const { clock, says } = startAt(0);
  for (const sender of [1, 2, 3]) says(sender);
  clock.time = days * 24 * 60 * 60 * 1000;
  expect(says(4)).toBe(false);
});

test("a thousand other texts push one out: the memory is bounded", () => {
  const { says } = startAt(0);
  for (const sender of [1, 2, 3]) says(sender);
  for (let text = 0; text < 1000; text++) says(1, `${OFFER} ${text}`);
  expect(says(4)).toBe(false);
});
