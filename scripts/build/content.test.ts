import { expect, test } from "vitest";
import { SERVER_ROUTES } from "../../contract/server-routes.ts";
import * as files from "../../site/content/index.ts";
import { ContentError } from "./content-error.ts";
import { loadContent, type ContentFiles } from "./content.ts";

const { features, route } = files.features;
const SOME = { icon: "bell", title: "Rings", description: "It rings.", benefits: ["Loud"] };
const [first, ...rest] = [SOME, SOME];

function problems(changed: ContentFiles, settings = {}): string[] {
  try {
    loadContent(settings, { ...files, ...changed }, {});
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.message.split("\n");
  }
}

test("the content that the build accepts is site/content, with the brand's name in it", () => {
  const content = loadContent({ brandName: "Moon & $& Co" });
  expect(content.pages.error.title).toContain("Moon & $& Co");
  expect(content.demo.assistant).toBe("MOON & $& CO");
  expect(JSON.stringify({ ...content, mail: undefined })).not.toMatch(/\{brand\}/i);
});

const { lead: _lead, ...withoutLead } = files.testimonials.testimonials;
const withFeatures = (items: unknown[], steps: unknown[] = route.steps) => ({
  features: { features: { ...features, items }, route: { ...route, steps } },
});
const linkingTo = (...ids: string[]) => ({
  header: { ...files.header, sections: ids.map((id) => ({ id, label: "Here" })) },
});

test.each<[what: string, changed: ContentFiles, problems: string[]]>([
  ["no features", withFeatures([]), []],
  ["12 features", withFeatures(Array(12).fill(first)), []],
  [
    "13 features",
    withFeatures(Array(13).fill(first)),
    ["features.ts: features.items must be 0 to 12 features"],
  ],
  [
    "several wrong fields, which are all named",
    withFeatures([{ ...first, title: " " }, ...rest], Array(7).fill(route.steps[0])),
    [
      "features.ts: features.items.0.title must not be empty",
      "features.ts: route.steps must be 0 to 6 steps",
    ],
  ],
  ["one link in the header", linkingTo("hero"), ["header.ts: sections must be 2 to 7 sections"]],
  ["a link twice", linkingTo("hero", "about", "hero"), ["header.ts: sections must name each section once"]],
  [
    "a placeholder that nothing fills",
    { header: { ...files.header, header: { ...files.header.header, bookCall: "Call {brnad}" } } },
    ["header.ts: header.bookCall must hold no word in braces"],
  ],
  [
    "a text that is missing",
    { testimonials: { testimonials: withoutLead } },
    ["testimonials.ts: testimonials.lead"],
  ],
])("the build reads content with %s", (_what, changed, expected) => {
  expect(problems(changed)).toEqual(
    expected.map((problem) => expect.stringContaining(`site/content/${problem}`)),
  );
});

const { trades } = loadContent({});
const { hvac } = trades;

test("a trade has one page, named after its file, and there can be any number of them", () => {
  expect(Object.keys(trades).length).toBeGreaterThan(0);
  expect(problems({ trades: { trades: {} } })).toEqual([]);
  expect(problems({ trades: { trades: { ...trades, roofing: { ...hvac, name: "Roofing" } } } })).toEqual([]);
});

test("a trade is named by its file when it is wrong, has the name of another page, or an invented testimonial", () => {
  const wrong = { "my-trade": { ...hvac, headline: "" }, "book-call": hvac };
  expect(problems({ trades: { trades: wrong } })).toEqual([
    "site/content/trades/my-trade.ts: headline must not be empty",
    expect.stringMatching(/^site\/content\/trades\/book-call\.ts: .*taken/),
  ]);
  const both = () => loadContent({}, undefined, { hvac: "# Heating\n\nOurs." }, {});
  expect(both).toThrow("trades/hvac.ts must have another name: site/content/pages/hvac.md is that page");
});

test("the build refuses a page at the address of each route, and names its file", () => {
  const names = new Set(
    Object.values(SERVER_ROUTES).flatMap((paths) => paths.map((path) => path.split("/")[1] ?? "")),
  );
  expect([...names]).toEqual(expect.arrayContaining(["begun", "book-call", "healthz", "inbox", "steps"]));
  const why = "must have another name, since this address is taken";
  for (const name of names) {
    const text = () => loadContent({}, files, { [name]: "# Ours\n\nAll of it." });
    expect(text).toThrow(`site/content/pages/${name}.md ${why}`);
    const [problem] = problems({ trades: { trades: { [name]: hvac } } });
    expect(problem).toMatch(new RegExp(`^site/content/trades/${name}\\.ts: .*${why}$`));
  }
});

test("a missing picture is reported with its path, wherever it should be shown", () => {
  const [someone] = files.testimonials.testimonials.items;
  const items = [{ ...someone, picture: "nobody.jpg" }];
  const testimonials = { ...files.testimonials.testimonials, items };
  const site = { ...files.site, logo: { picture: "nothing.svg", replaces: "mark" } };
  expect(problems({ site, testimonials: { testimonials } })).toEqual([
    "site/content/pictures/nothing.svg does not exist, but the content names it",
    "site/content/pictures/nobody.jpg does not exist, but the content names it",
  ]);
});

const { services } = files.services;
const [one] = services;
const thirteen = Array.from({ length: 13 }, (_, index) => ({ value: `s${index}`, label: "Roof" }));
test.each([
  [thirteen, "services must list at most 12 services"],
  [[], "services must list at least one service"],
  [[{ value: "roof-repair", label: " " }], "services.0.label must not be empty"],
  [[{ value: "", label: "Roof" }], "services.0.value must be 64 readable characters at most"],
  [[{ value: " roof", label: "Roof" }], "services.0.value must be 64 readable characters at most"],
  [[{ value: "x".repeat(65), label: "Roof" }], "services.0.value must be 64 readable characters at most"],
  [[one, one], "services must have each value once"],
])("the services cannot be %j", (list, message) => {
  expect(problems({ services: { services: list } })).toEqual([`site/content/services.ts: ${message}`]);
});

test("the services may be any number of them, in any words", () => {
  const more = [...services.slice(0, 11), { value: "Dach & Fach ✓", label: "Roof repair" }];
  expect(problems({ services: { services: more } })).toEqual([]);
});

test.each([
  [{ siteUrl: "nightshift" }, "SITE_URL", "site.siteUrl must be a web address"],
  [{ siteUrl: "https://agency.example/sub/" }, "SITE_URL", "site.siteUrl must be an address without a path"],
  [{ schedulingUrl: "javascript:alert(1)" }, "SCHEDULING_URL", "site.schedulingUrl must begin with https://"],
  [{ contactEmail: "hello(at)example.com" }, "CONTACT_EMAIL", "site.contactEmail must be an email address"],
  [{ contactPhone: "call me" }, "CONTACT_PHONE", "site.contactPhone must be a phone number"],
])("an invalid setting %o fails the build and names %s", (settings, variable, message) => {
  expect(problems({}, settings)).toContainEqual(
    expect.stringContaining(`site/content/site.ts (or ${variable}): ${message}`),
  );
});

test("an icon is any of lucide's, and only the named ones are drawn", () => {
  const items = [{ ...SOME, icon: "wrench" }];
  const content = loadContent({}, { ...files, features: { features: { ...features, items }, route } }, {});
  expect(Object.keys(content.icons)).toContain("wrench");
  expect(Object.keys(content.icons).length).toBeLessThanOrEqual(1 + content.tiles.length);
  for (const icon of ["no-such-icon", "../icons/wrench", ""])
    expect(problems({ features: { features: { ...features, items: [{ ...SOME, icon }] }, route } })).toEqual([
      expect.stringMatching(icon === "" ? /icon must not be empty/ : /not one of https:\/\/lucide\.dev/),
    ]);
});
