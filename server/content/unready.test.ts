import { expect, test } from "vitest";
import { loadContent } from "./content.ts";
import { sample, whole } from "../../tests/content.ts";
import { findUnready } from "./unready.ts";

const PLACEHOLDERS = {
  siteUrl: "http://localhost:3000",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
  schedulingUrl: "",
  brandName: "Nightshift",
};
const content = whole(loadContent(PLACEHOLDERS, sample));

function figuresIn(changes: Partial<typeof content>): string[][] {
  return findUnready({ ...content, ...changes })
    .map((line) => /"(.*)" is claimed in (.*): add it/.exec(line))
    .flatMap((match) => (match ? [[match[1] ?? "", match[2] ?? ""]] : []));
}

const QUESTION = { question: "Do I keep my number?", answer: "Yes." };
const count = { label: "January", count: 1 };
const CASE = {
  name: "Bell",
  business: "HVAC",
  heading: "Leads",
  before: count,
  after: count,
  source: "Log",
};
const FIGURES = figuresIn({ confirmed: [] }).map(([figure = ""]) => figure);

test("every sample, placeholder and link to nowhere is listed with what to do", () => {
  const [quote] = content.testimonials.items;
  if (!quote) throw new Error("There is nothing to mark as a sample.");
  const lines = findUnready({
    ...content,
    trades: {},
    confirmed: FIGURES,
    about: {
      ...content.about,
      figures: [
        { figure: "3x", text: "more leads", basis: "Bell", sample: true },
      ],
    },
    testimonials: {
      ...content.testimonials,
      items: [{ ...quote, sample: true }],
    },
    faq: {
      ...content.faq,
      items: [
        QUESTION,
        { ...QUESTION, sample: true },
        { ...QUESTION, sample: true },
      ],
    },
    missed: { ...content.missed, case: { ...CASE, sample: true } },
    contact: {
      ...content.contact,
      host: { intro: "With", name: "Alex", role: "Lead", sample: true },
    },
    markdownPages: {
      refunds: { title: "", description: "", html: "", sample: true },
    },
    legalLinks: [
      { label: "Imprint", href: "#" },
      { label: "Terms", href: "#", page: "terms" },
    ],
  });
  const said = (words: string) =>
    expect.stringContaining(`content/home.yaml: ${words}: put your own there`);
  for (const variable of [
    "SITE_URL",
    "BRAND_NAME",
    "CONTACT_EMAIL",
    "CONTACT_PHONE",
  ])
    expect(lines.filter((line) => line.startsWith(variable))).toHaveLength(1);
  expect(lines.slice(4)).toEqual([
    ...[
      "offer has a sample",
      "about has a sample",
      "missed has a sample",
      "testimonials has a sample",
      "faq has 2 samples",
    ].map(said),
    said("contact has a sample"),
    'content/schedule.yaml: calls still come from the placeholder "(201) 555-0142": name your number, or remove `from`',
    "content/pages/refunds.md: still says SAMPLE: check it and remove the mark",
    'content/site.yaml: "Imprint" points nowhere: give it an address, or remove it',
    'content/pages/: "Terms" points nowhere: check _terms.md and copy it to terms.md',
  ]);
});

test("the samples of each trade are listed", () => {
  for (const name of Object.keys(content.trades))
    expect(findUnready(content).join()).toContain(
      `trades/${name}.yaml: faq has 3 samples`,
    );
});

test("a promised figure is listed until it is confirmed, and again after it is changed", () => {
  expect(figuresIn({ confirmed: FIGURES })).toEqual([]);
  const text = `more leads, 40% cheaper, 24/7, within 24-48 hours or 30 days, $4,000 more in 5 seconds, 500+ shops,
40 percent off, guaranteed, ten hours saved, twice as many calls, three times faster, doubles your bookings`;
  const about = { ...content.about, figures: [{ figure: "5x", text }] };
  const known = [...FIGURES, "24/7", "24-48 hours", "30 days"];
  const listed =
    "5x|40%|$4,000|5 seconds|500+|40 percent|guaranteed|ten hours|twice as many|three times faster";
  expect(figuresIn({ confirmed: known, about })).toEqual(
    `${listed}|doubles your bookings`
      .split("|")
      .map((figure) => [figure, "about"]),
  );
});

test("figures of pages and of visitors' mails are listed, but not those of the agency's mails", () => {
  const [quote] = content.testimonials.items;
  if (!quote) throw new Error("There is no testimonial.");
  const html = "<p>Paid back within <b>77</b> days</p>";
  const page = {
    title: "Terms",
    description: "What holds",
    html,
    sample: false,
  };
  const mail = {
    ...content.mail,
    signIn: { ...content.mail.signIn, text: "For 79 minutes." },
  };
  const listed = figuresIn({
    confirmed: FIGURES,
    faq: {
      ...content.faq,
      items: [{ question: "How fast?", answer: "In 75 hours." }],
    },
    testimonials: {
      ...content.testimonials,
      items: [{ ...quote, results: "76% more calls" }],
    },
    markdownPages: { terms: page },
    mail: { ...mail, confirmation: { ...mail.confirmation, next: "78 days" } },
  });
  expect(listed).toEqual([
    ["76%", "testimonials"],
    ["75 hours", "faq"],
    ["78 days", "mail"],
    ["77 days", "pages/terms.md"],
  ]);
});

test("with another brand name, the sample's logo is listed until it is kept on purpose", () => {
  const site = { ...content.site, brandName: "Agency" };
  const marks = (changes: Partial<typeof content>) =>
    findUnready({
      ...content,
      site,
      logo: null,
      confirmed: [],
      ...changes,
    }).filter((line) => line.includes('the mark beside "Agency" is'));
  expect(marks({})).toHaveLength(1);
  expect(marks({ site: content.site })).toEqual([]);
  expect(marks({ confirmed: ["mark"] })).toEqual([]);
  expect(marks({ logo: { picture: "logo.svg", replaces: "mark" } })).toEqual(
    [],
  );
});

test("nothing is listed if everything is the agency's own", () => {
  const own = {
    ...content,
    site: {
      siteUrl: "https://agency.example",
      brandName: "Agency",
      contactEmail: "hi@agency.example",
      contactPhone: "+1 212 0100",
      schedulingUrl: "https://agency.example/call",
    },
    confirmed: FIGURES,
    offer: { price: "From $200 a month", contract: "month to month" },
    about: {
      ...content.about,
      figures: [{ figure: "3x", text: "more leads", basis: "Bell" }],
    },
    testimonials: { ...content.testimonials, items: [] },
    faq: { ...content.faq, items: [QUESTION] },
    missed: { ...content.missed, case: null },
    contact: { ...content.contact, host: null },
    logo: { picture: "logo.svg", replaces: "mark" as const },
    legalLinks: [],
    markdownPages: {},
    trades: {},
    workingHours: {
      ...content.workingHours,
      place: { kind: "phone" as const, from: "+1 212 0100" },
    },
  };
  expect(findUnready(own)).toEqual([]);
  const other = { ...own.site, contactPhone: "+1 212 0199" };
  expect(findUnready({ ...own, site: other })).toEqual([
    expect.stringMatching(/"\+1 212 0100".*"\+1 212 0199"/),
  ]);
  const national = { ...own.site, contactPhone: "212-0100" };
  expect(findUnready({ ...own, site: national })).toEqual([]);
  const named = { ...own, site: { ...own.site, brandName: "Nightshift" } };
  expect(findUnready(named)).toHaveLength(1);
  expect(
    findUnready({ ...named, confirmed: [...FIGURES, "Nightshift"] }),
  ).toEqual([]);
});
