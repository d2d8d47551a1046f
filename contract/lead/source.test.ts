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

/** The pages that visitors open first, each with the site before it. */
const VISITS = `
A free visit and a paid click of one network are two sources.
/ www.google.com
/?gclid=1 www.yelp.com
/?utm_source=yelp&gclid=1
/?gad_source=1&gad_campaignid=815
/?utm_source=google&utm_medium=cpc&utm_campaign=Spring www.google.com
/?fbclid=1
/?fbclid=1 l.instagram.com
/?utm_source=ig&utm_medium=paid_social
/?utm_source=-&utm_medium=googleads
/?utm_source=meta

Values of utm_medium for paid visits, and other values.
/?utm_source=twitter&utm_medium=ppc
/?utm_source=twitter&utm_medium=Paid+Search
/?utm_source=twitter&utm_medium=retargeting
/?utm_source=twitter&utm_medium=google_cpc
/?utm_source=twitter&utm_medium=cpc+brand
/?utm_source=fb&utm_medium=Facebook_Mobile_Feed
/?utm_source=Instagram_Stories
/?utm_source=instagram_stories
/?utm_source=google&utm_medium=pay-per-click
/?utm_source=google&utm_medium=Performance+Max
/?utm_source=google&utm_medium=boosted_post
/?utm_source=x&utm_medium=email
/?utm_source=x&utm_medium=leads
/?utm_source=x&utm_medium=prepaid
/?utm_source=x&utm_medium=ad-free+letter
/?utm_source=x&utm_medium=non-paid

Spellings of a network, and its hosts.
/?utm_source=Google+Ads
/?utm_source=googleads
/?utm_source=adwords
/?utm_source=google_paid
/?utm_source=google_lsa
/?utm_source=Google+Maps
/?utm_source=https://www.Shop,s.example/a
/ business.pinterest.co.uk
/ uk.yahoo.com
/ r.search.yahoo.com
/ com.google.android.googlequicksearchbox
/ com.google.android.apps.maps
/ com.google.android.gm
/ com.facebook.katana
/ com.linkedin.android.pulse
/ com.thumbtack.consumer
/ com.openai.chatgpt
/ com.whatsapp
/ com.evil.example
/ docs.google.com
/ mail.yahoo.com
/ google.evil.example
/ facebook.com.evil.example
/

Placeholders that no program filled in.
/?utm_source={{site_source_name}}&utm_campaign={{site_source_name}}&fbclid=1
/?utm_source=__CAMPAIGN_NAME__&utm_campaign=__CAMPAIGN_NAME__&fbclid=1
/?utm_source=(not+set)&utm_campaign=(not+set)&fbclid=1
/?utm_source=(direct)&utm_campaign=(direct)&fbclid=1
/?utm_source=undefined&utm_campaign=undefined&fbclid=1
/?utm_source=N/A&utm_campaign=N/A&gclid=N/A&fbclid=1
/?utm_source={keyword}&utm_campaign={keyword}&gclid={keyword}&fbclid=1
/?utm_source=%24{AD_ID}&utm_campaign=%24{AD_ID}&gclid=%24{AD_ID}&fbclid=1
/?utm_source=yelp&utm_campaign=[Brand]

Links that programs or people changed on the way to the visitor.
/#utm_source=yelp
/?utm_source=&utm_source=yelp&utm_source=x#utm_source=x
/?a=1?%20utm_source=yelp&amp;utm_medium=cpc
/?utm_source=yelp;utm_medium=cpc
/?utm_source%3Dyelp%26utm_medium%3Dcpc
/?utm_source=yelp&utm_campaign=Heating%26Cooling
/?gclid= maps.google.com
/?utm_source=yelp&gad_campaignid=8&utm_id=7
`;

test("each visit comes from what stands in source.said.txt", async () => {
  const said = VISITS.trim().replaceAll(
    /^(\/\S*) ?(\S*)$/gm,
    (visit, address, referrer) =>
      `${visit}: ${sourceAndCampaign(address, referrer || undefined)}`,
  );
  await expect(said).toMatchFileSnapshot("source.said.txt");
});

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
