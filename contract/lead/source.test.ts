import { expect, test } from "vitest";
import { campaignOf } from "./campaign.ts";
import { campaignName, consentVersionOf, describeVisit } from "./lead-visit.ts";
import { sourceKey, sourceName, sourceOf, type SourceNames } from "./source.ts";

const NAMES: SourceNames = {
  direct: "direct",
  other: "other",
  customer: "A customer",
  phone: "Phone",
  paid: "{source}, paid",
};

function sourceAndCampaign(address: string, referrer?: string) {
  const campaign = campaignOf(new URL(address, "https://agency.example/"));
  const source = sourceName(sourceKey(sourceOf(campaign, referrer)), NAMES);
  return [source, campaignName({ campaign })].filter(Boolean).join(" / ");
}

const PAID = "ppc,Paid Search,retargeting,google_cpc,cpc+brand".split(",");
const UNPAID = "email,leads,prepaid,ad-free letter,non-paid".split(",");

test.each([
  // A free visit and a paid click of one network are two sources.
  ["/", "www.google.com", "Google"],
  ["/?gclid=1", "www.yelp.com", "Google, paid"],
  ["/?utm_source=yelp&gclid=1", "", "Yelp, paid"],
  ["/?gad_source=1&gad_campaignid=815", "", "Google, paid / 815"],
  [
    "/?utm_source=google&utm_medium=cpc&utm_campaign=Spring",
    "www.google.com",
    "Google, paid / Spring",
  ],
  ["/?fbclid=1", "", "Facebook"],
  ["/?fbclid=1", "l.instagram.com", "Instagram"],
  ["/?utm_source=ig&utm_medium=paid_social", "", "Instagram, paid"],
  ["/?utm_source=-&utm_medium=googleads", "", "other, paid"],
  ["/?utm_source=meta", "", "Facebook"],
  // Values of `utm_medium` for paid visits, and other values.
  ...PAID.map((medium) => [
    `/?utm_source=twitter&utm_medium=${medium}`,
    "",
    "X, paid",
  ]),
  ...UNPAID.map((medium) => [`/?utm_source=x&utm_medium=${medium}`, "", "X"]),
  // Spellings of a network, and its hosts.
  ...["Google+Ads", "googleads", "adwords", "google_paid"].map((name) => [
    `/?utm_source=${name}`,
    "",
    "Google, paid",
  ]),
  ["/?utm_source=https://www.Shop,s.example/a", "", "shop s.example"],
  ["/", "business.pinterest.co.uk", "Pinterest"],
  ["/", "uk.yahoo.com", "Yahoo"],
  ["/", "r.search.yahoo.com", "Yahoo"],
  ["/", "com.google.android.googlequicksearchbox", "Google"],
  ["/", "com.whatsapp", "WhatsApp"],
  ["/", "docs.google.com", "docs.google.com"],
  ["/", "mail.yahoo.com", "mail.yahoo.com"],
  ["/", "google.evil.example", "google.evil.example"],
  ["/", "facebook.com.evil.example", "facebook.com.evil.example"],
  ["/", "", "direct"],
  // Placeholders that no program filled in.
  ...[
    "{{site_source_name}}",
    "__CAMPAIGN_NAME__",
    "(not set)",
    "(direct)",
    "undefined",
    "N/A",
    "{keyword}",
    "${AD_ID}",
  ].map((value) => [
    `/?${new URLSearchParams({ utm_source: value, utm_campaign: value, gclid: value, fbclid: "1" })}`,
    "l.facebook.com",
    "Facebook",
  ]),
  ["/?utm_source=yelp&utm_campaign=[Brand]", "", "Yelp / [Brand]"],
  // Links that programs or people changed on the way to the visitor.
  ["/#utm_source=yelp", "", "Yelp"],
  ["/?utm_source=&utm_source=yelp&utm_source=x#utm_source=x", "", "Yelp"],
  ["/?a=1?%20utm_source=yelp&amp;utm_medium=cpc", "", "Yelp, paid"],
  ["/?gclid=", "maps.google.com", "Google"],
  ["/?utm_source=yelp&gad_campaignid=8&utm_id=7", "", "Yelp, paid / 7"],
])(
  "a visit to %s with the referrer %j comes from %s",
  (address = "", referrer, source) => {
    expect(sourceAndCampaign(address, referrer || undefined)).toBe(source);
  },
);

test("a campaign keeps only the parameters of advertisements, each up to 200 characters", () => {
  const url = `https://a.example/?Token=hush&__proto__=1&UTM_Term=${"x ".repeat(999)}`;
  expect(campaignOf(new URL(url))).toEqual({
    utm_term: "x ".repeat(100).trim(),
  });
});

test.each([
  [
    "google",
    "www.google.com",
    { paid: true },
    "Google, paid \u00b7 /hvac \u00b7 utm_term=x",
  ],
  [
    "google",
    "a.example",
    {},
    "Google \u00b7 a.example \u00b7 /hvac \u00b7 utm_term=x",
  ],
])(
  "a visit from %s over %s is described once",
  (from, referrer, more, text) => {
    const campaign = { utm_term: "x" };
    const visit = { from, referrer, page: "/hvac", campaign, ...more };
    expect(describeVisit(visit, NAMES)).toBe(text);
  },
);

/** Source: the FNV test suite. */
test("a note's version is its hash, FNV-1a", () => {
  expect(consentVersionOf("a")).toBe("e40c292c");
  // By another program: its leading zeros stay.
  expect(consentVersionOf("your")).toBe("00f0e6aa");
});
