import { describe, expect, test } from "vitest";
import { features } from "../../site/content/features.ts";
import type { Service } from "../../contract/services.ts";
import { services } from "../../site/content/services.ts";
import { testimonials } from "../../site/content/testimonials.ts";
import { ContentError, findProblems, loadContent } from "./content.ts";

describe("the content that the build accepts", () => {
  test("is what stands in site/content", async () => {
    await expect(loadContent({})).resolves.toMatchObject({ site: { brandName: "Nightshift" } });
  });

  test("names every field by its file and place when it is wrong", () => {
    const [first, ...rest] = features.items;
    const broken = { ...features, items: [{ ...first, title: " " }, ...rest] };
    expect(findProblems("features", { features: broken, route: { steps: [] } })).toEqual([
      "site/content/features.ts: features.items.0.title must not be empty",
      "site/content/features.ts: route.steps must be four steps",
    ]);
  });

  test("has six features, no more, each with a title", () => {
    const seventh = { icon: "bell", title: "", description: "More", benefits: ["Much"] };
    const items = [...features.items, seventh];
    expect(findProblems("features", { features: { ...features, items }, route: { steps: [] } })).toEqual(
      expect.arrayContaining([
        "site/content/features.ts: features.items.6.title must not be empty",
        "site/content/features.ts: features.items must be six features",
      ]),
    );
  });

  test("has no empty sentence anywhere, also where no rule names it", () => {
    expect(findProblems("testimonials", { testimonials: { ...testimonials, lead: "" } })).toEqual([
      "site/content/testimonials.ts: testimonials.lead must not be empty",
    ]);
  });
});

describe("the services", () => {
  const [first] = services;
  test.each<[Service[], string]>([
    [[], "services must list at least one service"],
    [[{ value: "roof-repair", label: " " }], "services.0.label must not be empty"],
    [[{ value: "", label: "Roof" }], "services.0.value must be 64 readable characters at most"],
    [[{ value: " roof", label: "Roof" }], "services.0.value must be 64 readable characters at most"],
    [[{ value: "x".repeat(65), label: "Roof" }], "services.0.value must be 64 readable characters at most"],
    [first ? [first, first] : [], "services must have each value once"],
  ])("cannot be %j", (list, message) => {
    expect(findProblems("services", { services: list })).toContain(`site/content/services.ts: ${message}`);
  });

  test("may be any number of them, in any words", () => {
    const more = [...services, { value: "Dach & Fach ✓", label: "Roof repair" }];
    expect(findProblems("services", { services: more })).toEqual([]);
  });
});

describe("a setting that cannot be right", () => {
  test.each([
    [{ siteUrl: "nightshift" }, "SITE_URL", "site.siteUrl must be a web address"],
    [
      { siteUrl: "https://agency.example/sub/" },
      "SITE_URL",
      "site.siteUrl must be an address without a path",
    ],
    [
      { schedulingUrl: "javascript:alert(1)" },
      "SCHEDULING_URL",
      "site.schedulingUrl must begin with https://",
    ],
    [{ contactEmail: "hello(at)example.com" }, "CONTACT_EMAIL", "site.contactEmail must be an email address"],
    [{ contactPhone: "call me" }, "CONTACT_PHONE", "site.contactPhone must be a phone number"],
  ])("%o fails the build and names %s", async (overrides, variable, message) => {
    const failure = await loadContent(overrides).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ContentError);
    expect(String(failure)).toContain(message);
    expect(String(failure)).toContain(variable);
  });
});
