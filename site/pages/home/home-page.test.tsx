import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { pick } from "../../../contract/content/pick.ts";
import type { Content } from "../../../contract/content/schema.ts";
import type { FormState } from "../../../contract/http/page.ts";
import { content } from "../../../tests/content.ts";
import { listOf, render } from "../../../tests/support/said.tsx";
import { pageContents } from "../../page-content.ts";
import { TradePage } from "../trade/trade-page.tsx";
import HomePage from "./home-page.tsx";

const TRADES = ["hvac", "plumbing", "professional-services"];
/** Two of each list, so that an owner may have more. */
const SHORT: typeof content = JSON.parse(
  JSON.stringify({ ...content, trades: pick(content.trades, TRADES) }),
  (_name, value) => (Array.isArray(value) ? value.slice(0, 2) : value),
);
const { about, contact, footer, testimonials } = SHORT;
const { calls } = about.sheet;
const picture = "van.jpg";
const source = "https://review.example/1";

const FULL: Content = {
  ...SHORT,
  features: content.features,
  logo: { picture, replaces: "mark and name" },
  pictures: {
    [picture]: { src: "/van.jpg", width: 9, height: 9 },
  },
  about: {
    ...about,
    sheet: { ...about.sheet, calls: [...calls, { hour: 9 }] },
  },
  contact: { ...contact, team: { picture, text: "Our team" } },
  footer: { ...footer, company: ["Our street"] },
  testimonials: {
    ...testimonials,
    items: testimonials.items.map((item) => ({
      ...item,
      picture,
      source,
      rating: 4,
    })),
  },
};

const { demo: _demo, doneForYou: _doneForYou, ...rest } = SHORT;
/** Nothing of it is a sample. */
const BARE: Content = JSON.parse(
  JSON.stringify(
    {
      ...rest,
      pictures: {},
      features: content.features,
      about: { ...about, sheet: { ...about.sheet, calls: [{ hour: 1 }] } },
      contact: {
        ...contact,
        host: { intro: "WITH", name: "Alex", role: "Lead" },
      },
      testimonials: { ...testimonials, items: [] },
    },
    (name, value) => (name === "sample" ? undefined : value),
  ),
);

/** What a part leaves behind when it is shown without its content. */
const EMPTY = /undefined|<(dd|figcaption|p|q|svg)[^>]*><\/\1>/;

const BOOKED_ELSEWHERE: Content = {
  ...SHORT,
  site: { ...SHORT.site, schedulingUrl: "https://book.example/call" },
  logo: { picture, replaces: "mark" },
  pictures: { ...SHORT.pictures, ...FULL.pictures },
};

/** Of the whole page, with its header and its footer. */
const whole = (page: ReactNode, given: Content, form?: FormState) =>
  render(page, form, given).replace("<main", "<div");
const homeOf = (given: Content, form?: FormState) =>
  whole(<HomePage content={pageContents(given).home} />, given, form);
function tradeOf(given: Content, name = "hvac"): string {
  const trade = given.trades[name];
  return trade ? whole(<TradePage content={given} trade={trade} />, given) : "";
}

test("the landing page and a trade's page say and offer what their content has", async () => {
  const shown = {
    "the landing page": homeOf(FULL),
    "a bare landing page": homeOf(BARE),
    "without a server": homeOf(SHORT, { kind: "empty", needsScript: true }),
    "a trade's page": tradeOf(FULL),
    "a bare trade's page": tradeOf(BARE, "plumbing"),
    "with another booking service": tradeOf(
      BOOKED_ELSEWHERE,
      "professional-services",
    ),
  };
  for (const html of Object.values(shown)) expect(html).not.toMatch(EMPTY);
  await expect(listOf(shown, FULL)).toMatchFileSnapshot("home-page.said.txt");
});
