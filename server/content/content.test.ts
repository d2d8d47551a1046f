import { expect, test } from "vitest";
import { parse } from "yaml";
import { partAt } from "../../contract/content/fields.ts";
import {
  content as delivered,
  contentFolder,
  problemsOf,
  sample,
  withParts,
} from "../../tests/content.ts";
import { readContentFolder } from "./content-folder.ts";
import { loadContent } from "./content.ts";

const home = (parts: object) => withParts("home.yaml", parts);

test("the delivered content is accepted, with the brand's name in it", () => {
  const own = {
    siteUrl: "HTTPS://A.example/",
    contactEmail: "o'hara@xn--b.example",
  };
  const content = loadContent({ brandName: "Moon & $& Co", ...own }, sample);
  expect(sample.advice).toEqual([]);
  expect(content.site.siteUrl).toBe("https://a.example");
  expect(content.pages.error.title).toContain("Moon & $& Co");
  expect(content.demo?.assistant).toBe("MOON & $& CO");
  expect(JSON.stringify({ ...content, mail: undefined })).not.toMatch(
    /\{brand\}/i,
  );
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

const { features, header, services } = delivered;
const { menuLabel: menuLable, ...misspelled } = header;
const [feature] = features.items;
const [service] = services;
const [someone] = delivered.testimonials.items;
const testimonials = {
  ...delivered.testimonials,
  items: [{ ...someone, picture: "nobody.jpg" }],
};
const board = {
  ...delivered.board,
  messages: [{ caller: "A", assistant: "B" }, {}],
};
const withFeatures = (...items: object[]) =>
  home({ features: { ...features, items } });
const linkingTo = (...ids: string[]) =>
  home({ sections: ids.map((id) => ({ id, label: "Here" })) });
const offering = (...list: unknown[]) =>
  withParts("book-call.yaml", { services: list });

const FOLDERS = {
  "a feature without a benefit": withFeatures({ ...feature, benefits: [] }),
  "two links to a section": linkingTo("hero", "hero"),
  "words in braces that nothing fills": home({
    header: { ...header, bookCall: "Call {constructor}", call: "{имя}" },
  }),
  "a misspelled name": home({ header: { ...misspelled, menuLable } }),
  "values of the wrong kind": home({
    board,
    demo: { ...delivered.demo, play: ["Play"] },
    missed: "$4,000",
    faq: { ...delivered.faq, items: null },
  }),
  "a blank service": offering({ value: " ", label: " " }),
  "the longest service": offering({ value: "x".repeat(64), label: "Roof" }),
  "a longer service": offering({ value: "x".repeat(65), label: "Roof" }),
  "a service twice": offering(service, service),
  "a trade at the address of a route": withParts("trades/rest.yaml", {
    ...delivered.trades["hvac"],
  }),
  "missing pictures": withParts(
    "site.yaml",
    { shareImage: "link.png", logo: { picture: "x.svg", replaces: "mark" } },
    home({ testimonials }),
  ),
  "two pages of one address": {
    ...sample,
    texts: { ...sample.texts, "pages/hvac.md": "# HVAC\n\nWe heat." },
  },
};

const SITE = {
  siteUrl: "https://agency.example/sub/",
  brandName: "N".repeat(41),
  schedulingUrl: "javascript:alert(1)",
  contactEmail: "hello",
  contactPhone: "call me",
};

function withItems(count: number) {
  return (list: unknown) => Array(count).fill(partAt(list, ["0"]) ?? "A line");
}

/** Each changes all texts, numbers, choices or lists of the sample. */
const CHANGES = [
  [
    "other words in braces",
    "string",
    (text: unknown) => `${String(text)} {other}`,
  ],
  [
    "no braces",
    "string",
    (text: unknown) => String(text).replaceAll(/[{}]/g, ""),
  ],
  ["numbers below zero", "number", () => -1],
  ["parts of numbers", "number", () => 0.5],
  ["large numbers", "number", () => 1e9],
  ["no numbers", "number", () => "x"],
  ["no choices", "boolean", () => "x"],
  ["no texts; no version adds a line", "string", () => undefined],
  ["empty lists", "list", withItems(0)],
  ["20 items", "list", withItems(20)],
  ["21 items", "list", withItems(21)],
] as const;

function withChange([, type, change]: (typeof CHANGES)[number]) {
  const texts = Object.entries(sample.texts).map(([file, text]) => {
    const parts: unknown = parse(text, (_key, part) =>
      (Array.isArray(part) ? "list" : typeof part) === type
        ? change(part)
        : part,
    );
    return [file, file.endsWith(".yaml") ? JSON.stringify(parts) : text];
  });
  const problems = problemsOf({ ...sample, texts: Object.fromEntries(texts) });
  // Of most texts, this is all there is to say.
  return problems.map((one) => one.replace(/ must .*\{contract\}$/, ""));
}

test("each mistake is named, and no other, and each field says what it needs", async () => {
  const found: (readonly [what: string, problems: string[]])[] = [
    ...Object.entries(FOLDERS).map(
      ([what, folder]) => [what, problemsOf(folder)] as const,
    ),
    ...Object.entries(SITE).map(
      ([what, value]) => [what, problemsOf(sample, { [what]: value })] as const,
    ),
    ...CHANGES.map((change) => [change[0], withChange(change)] as const),
  ];
  const said = found.map(([what, problems]) => {
    const lines = problems.map((problem) =>
      problem.replace(/:\d+:\d+/, "").replaceAll(/\.\d+(?=[. ]|$)/g, ".0"),
    );
    return `${[what, ...new Set(lines)].join("\n  ")}\n`;
  });
  await expect(said.join("\n")).toMatchFileSnapshot("content.said.txt");
});

test("a file's name says whether it is read, a draft, or named", async () => {
  const names = ["a", "1-a", "A", "_a", "a_b", ".a", "README"].flatMap(
    (one) => [
      `trades/${one}.yaml`,
      `pages/${one}.md`,
      `pages/${one}.md~`,
      `pictures/${one}.tiff`,
    ],
  );
  const files = names.map((name) => [name, name]);
  const folder = contentFolder(Object.fromEntries(files));
  const { texts, advice } = readContentFolder(folder);
  const read = names.filter((name) => Object.hasOwn(texts, name));
  await expect([...read, ...advice].join("\n")).toMatchFileSnapshot(
    "content-folder.said.txt",
  );
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
