import { expect, test } from "vitest";
import { isSeq, parseDocument } from "yaml";
import {
  content as delivered,
  problemsOf,
  sample,
  withParts,
} from "../../tests/content.ts";
import { loadContent } from "./content.ts";

const { features, services } = delivered;
const SOME = {
  icon: "bell",
  promise: "Ringing",
  title: "Rings",
  description: "Now.",
  benefits: ["Loud"],
};

const home = (parts: object) => withParts("home.yaml", parts);
/** A problem that begins with this sentence, at any place of the file. */
const problem = (file: string, sentence: string): unknown =>
  expect.stringMatching(
    new RegExp(
      `^content/${file}:\\d+:\\d+: ${sentence.replaceAll(".", "\\.")}`,
    ),
  );

const NUMBERS = {
  "home.yaml": ["demo", "missed", "about", "testimonials"],
  "schedule.yaml": ["workingHours"],
} as const;

const withNumbers = (parts: object, value: unknown) =>
  JSON.parse(
    JSON.stringify(parts, (_key, part: unknown) =>
      typeof part === "number" ? value : part,
    ),
  );

test.each(
  Object.entries(NUMBERS).flatMap(([file, parts]) =>
    [-1, 0.5, "x"].map((value) => ({ file, parts, value })),
  ),
)(
  "numbers of $file that are $value are named in a sentence of ours",
  ({ file, parts, value }) => {
    const named = Object.entries(delivered).filter(([name]) =>
      parts.some((part) => part === name),
    );
    const own = withNumbers(Object.fromEntries(named), value);
    const problems = problemsOf(withParts(file, own));
    expect(problems).not.toEqual([]);
    expect(
      problems.filter((found) => /Invalid |Expected /.test(found)),
    ).toEqual([]);
  },
);

test("the delivered content is accepted, with the brand's name in it", () => {
  const own = {
    siteUrl: "HTTPS://A.example/",
    contactEmail: "o'hara@xn--b.example",
  };
  const content = loadContent({ brandName: "Moon & $& Co", ...own }, sample);
  expect(content.site.siteUrl).toBe("https://a.example");
  expect(content.pages.error.title).toContain("Moon & $& Co");
  expect(content.demo?.assistant).toBe("MOON & $& CO");
  expect(JSON.stringify({ ...content, mail: undefined })).not.toMatch(
    /\{brand\}/i,
  );
});

const withFeatures = (items: unknown[]) =>
  home({ features: { ...features, items } });
const linkingTo = (...ids: string[]) =>
  home({ sections: ids.map((id) => ({ id, label: "Here" })) });

const { menuLabel: menuLable, ...header } = delivered.header;
const misspelled = { ...header, menuLable };

const odd = { ...delivered.faq.items[0], sample: "yes" };

test.each([
  ["no features", withFeatures([]), []],
  [
    "a feature without a benefit",
    withFeatures([{ ...SOME, benefits: [] }]),
    ["features.items.0.benefits must list at least one benefit"],
  ],
  [
    "one link in the header",
    linkingTo("hero"),
    ["sections must be 2 to 7 sections"],
  ],
  [
    "a placeholder that nothing fills",
    home({
      header: {
        ...delivered.header,
        bookCall: "Call {constructor}",
        call: "{имя}",
      },
    }),
    [
      "header.bookCall must hold no words in braces but {brand}",
      "header.call must hold no words in braces",
    ],
  ],
  [
    "values of the wrong kind",
    home({
      board: {
        ...delivered.board,
        messages: [{ caller: "A", assistant: "B" }, {}],
      },
      demo: { ...delivered.demo, seconds: 90, play: ["Play"] },
      missed: "$4,000",
      testimonials: { ...delivered.testimonials, items: null },
      faq: { ...delivered.faq, items: [odd] },
    }),
    [
      "board.messages.0 must have either caller or assistant",
      "board.messages.1 must have either caller or assistant",
      "demo.play must be a sentence",
      "demo.seconds must be a number from 5 to 60",
      "missed must have names and values below it",
      "testimonials.items must be a list, like ",
      "faq.items.0.sample must be true or false",
    ],
  ],
  [
    "a section that two links lead to",
    linkingTo("hero", "hero"),
    ["sections must name no section twice"],
  ],
  [
    "a misspelled name",
    home({ header: misspelled }),
    [
      "header.menuLable is no field: remove it, or correct its name",
      "header.menuLabel is missing: copy it from the sample",
    ],
  ],
])(
  "the problems of content with %s are named, and no others",
  (_what, folder, expected) => {
    expect(problemsOf(folder)).toEqual(
      expected.map((sentence) => problem("home.yaml", sentence)),
    );
  },
);

function withItems(file: string, place: string, count: number): typeof sample {
  const document = parseDocument(sample.texts[file] ?? "");
  const list = document.getIn(place.split("."));
  if (!isSeq(list)) throw new Error(`${place} is no list.`);
  const [item = "A line"] = list.items;
  list.items = Array.from({ length: count }, () => item);
  return { ...sample, texts: { ...sample.texts, [file]: String(document) } };
}

/**
 * The fewest and the most items of each list,
 * as `docs/recipes.md` says some of them.
 */
test.each([
  ["site.yaml", "legalLinks", 0, 8, "links"],
  ["home.yaml", "hero.phrases", 1, 12, "phrases"],
  ["home.yaml", "features.items", 0, 12, "features"],
  ["home.yaml", "route.steps", 0, 6, "steps"],
  ["home.yaml", "testimonials.items", 0, 12, "testimonials"],
  ["home.yaml", "faq.items", 0, 20, "questions"],
  ["home.yaml", "footer.company", 0, 5, "lines"],
  ["book-call.yaml", "bookCall.next", 0, 5, "steps"],
  ["book-call.yaml", "tiles", 0, 6, "tiles"],
] as const)("%s: %s has %i to %i items", (file, place, least, most, things) => {
  const refused = (count: number) =>
    problemsOf(withItems(file, place, count)).some((one) =>
      one.includes(`: ${place} must be ${least} to ${most} ${things}`),
    );
  expect([0, least, most, most + 1].map(refused)).toEqual([
    least > 0,
    false,
    false,
    true,
  ]);
});

test("a page of text names all that the form asks for, also a telephone number", () => {
  const bookCall = { ...delivered.bookCall, asksNumber: true };
  const folder = withParts("book-call.yaml", { bookCall });
  const asked = { "pages/asked.md": "# Asked\n\nWe ask for: {fields}." };
  const texts = { ...folder.texts, ...asked };
  const { markdownPages } = loadContent({}, { ...folder, texts });
  const { fields, schedulePage } = delivered;
  for (const { label } of [
    ...Object.values(fields),
    { label: schedulePage.phone },
  ])
    expect(markdownPages["asked"]?.html).toContain(label);
});

test("a sentence that must say a time has it in braces", () => {
  const schedulePage = { ...delivered.schedulePage, keep: "Keep the time" };
  expect(
    problemsOf(withParts("schedule.yaml", { schedulePage })),
  ).toContainEqual(
    problem("schedule.yaml", "schedulePage.keep must say {time}"),
  );
});

test("a trade at the address of a route is refused, and its file named", () => {
  const { hvac } = delivered.trades;
  expect(problemsOf(withParts("trades/rest.yaml", { ...hvac }))).toEqual([
    "content/trades/rest.yaml:1:1 must have another name, since this address is taken",
  ]);
});

test("missing pictures, also a missing logo, and two pages of one address are named", () => {
  const [someone] = delivered.testimonials.items;
  const testimonials = {
    ...delivered.testimonials,
    items: [{ ...someone, picture: "nobody.jpg" }],
  };
  const logo = { picture: "own.svg", replaces: "mark" };
  const parts = { logo, shareImage: "link.png" };
  const folder = withParts("site.yaml", parts, home({ testimonials }));
  const texts = { ...folder.texts, "pages/hvac.md": "# HVAC\n\nWe heat." };
  expect(problemsOf({ ...folder, texts })).toEqual([
    problem("site.yaml", "logo.picture names own.svg, which is no picture"),
    problem("site.yaml", "shareImage names link.png, which is no picture"),
    problem("home.yaml", "testimonials.items.0.picture names nobody.jpg"),
    "content/trades/hvac.yaml has the address of content/pages/hvac.md: rename one",
  ]);
});

const offering = (list: unknown) =>
  withParts("book-call.yaml", { services: list });
const [one] = services;
const VALUE =
  "services.0.value must be 1 to 64 readable characters, without spaces around them";
const thirteen = Array.from({ length: 13 }, (_, index) => ({
  value: `s${index}`,
  label: "Roof",
}));
test.each([
  [thirteen, "services must list at most 12 services"],
  [[], "services must list at least one service"],
  [
    [{ value: "roof-repair", label: " " }],
    "services.0.label must not be empty",
  ],
  [[{ value: "", label: "Roof" }], VALUE],
  [[one, one], "services must have each value once"],
])("the services cannot be %j", (list, message) => {
  expect(problemsOf(offering(list))).toEqual([
    problem("book-call.yaml", message),
  ]);
});

test.each([
  [
    { siteUrl: "https://agency.example/sub/" },
    "SITE_URL",
    "site.siteUrl must .*, without a path",
  ],
  [
    { brandName: "N".repeat(41) },
    "BRAND_NAME",
    "site.brandName must have at most 40 characters",
  ],
  [
    { schedulingUrl: "javascript:alert(1)" },
    "SCHEDULING_URL",
    "site.schedulingUrl must begin with https://",
  ],
  [
    { contactEmail: "hello(at)example.com" },
    "CONTACT_EMAIL",
    "site.contactEmail must be an email address",
  ],
  [
    { contactPhone: "call me" },
    "CONTACT_PHONE",
    "site.contactPhone must be a phone number",
  ],
])(
  "an invalid setting %o is refused, and the message names %s",
  (settings, variable, message) => {
    expect(problemsOf(sample, settings)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^content/site\\.yaml:\\d+:\\d+ \\(or ${variable}\\): ${message}`,
        ),
      ),
    );
  },
);

test("no text of the agency's comes from the sample", () => {
  const hero = { ...delivered.hero, note: undefined };
  expect(problemsOf(home({ hero }))).toHaveLength(1);
});

/** The sample without one line of a file. */
const withoutLine = (file: string, line: RegExp) => {
  const text = sample.texts[file] ?? "";
  expect(text).toMatch(line);
  return {
    ...sample,
    texts: { ...sample.texts, [file]: text.replace(line, "") },
  };
};

test.each([
  ["mail.yaml", /^ +attached: .*\n/m],
  ["inbox.yaml", /^ +unpublished:\n +one: .*\n +many: .*\n/m],
  ["schedule.yaml", /^ +closedStamp: .*\n/m],
  ["schedule.yaml", /^ +(?:changeNotice|mailMissed|mailLeads)\w*: .*\n/gm],
])(
  "a sentence or setting of the program that an older %s lacks is the sample's",
  (file, line) => {
    expect(loadContent({}, withoutLine(file, line))).toEqual(delivered);
  },
);

test("a mail that a folder leaves out is not put back", () => {
  const older = withoutLine("mail.yaml", /^ {2}week:\n(?: {4}.*\n|\n)*/m);
  expect(loadContent({}, older).mail.week).toBeUndefined();
});
