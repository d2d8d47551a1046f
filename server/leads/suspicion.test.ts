import { expect, test } from "vitest";
import { DAY_MS } from "../../contract/durations.ts";
import { isHeld } from "../../contract/inbox/outcome.ts";
import { LEAD } from "../../tests/support/leads.ts";
import { createIsRepeated, suspicionOf } from "./suspicion.ts";

test.each([
  [
    "a link in the name",
    { name: "Ann www.not-ann-d.example", email: "ann@d.example" },
    ["linkInName"],
  ],
  ["code of a forum", { problems: "[url=https://x.example]a" }, ["markup"]],
  ["HTML", { problems: '<a href="https://x.example">a</a>' }, ["markup"]],
  [
    "the own site in the name",
    { name: "https://www.d-air.example", email: "dana@d-air.example" },
    [],
  ],
  ["a word in place of a link", { problems: "Our site: [url]. [link]" }, []],
  ["the name in a link", { problems: `[url]https://x.example/ortiz` }, []],
  ["a company that is a site", { company_name: "https://x.example" }, []],
  [
    "links to many sites",
    { problems: "https://a.example https://b.example https://c.example" },
    [],
  ],
])(
  "a lead with %s is held for what people do not write",
  (_, text, signals) => {
    const found = suspicionOf({ ...LEAD, ...text }, false);
    expect(found).toEqual(signals);
    expect(isHeld(found)).toBe(signals.length > 0);
  },
);

test.each([
  "Please contact me ASAP",
  "Casino night rentals. Bitcoin accepted, and nobody answers the phone!!!",
])("no words or number of leads hold %j", (problems) => {
  const lead = { ...LEAD, problems };
  expect(suspicionOf(lead, false)).toEqual([]);
  const many = suspicionOf(lead, false, false, true);
  expect(many).toEqual(["rate"]);
  expect(isHeld(many)).toBe(false);
});

test("a filled honeypot holds a lead", () => {
  const filled = suspicionOf(LEAD, false, true);
  expect(filled).toEqual(["unseen"]);
  expect(isHeld(filled)).toBe(true);
});

const OFFER =
  "Hello, I looked at your web site and can bring you three hundred new customers a month. Reply YES.";

function startAt(time: number) {
  const clock = { time };
  const isRepeated = createIsRepeated(() => clock.time);
  const says = (
    sender: number,
    problems = OFFER,
    company_name = `Firm${sender}`,
  ) =>
    isRepeated({
      ...LEAD,
      email: `sender-${sender}@junk.example`,
      company_name,
      problems,
    });
  return { clock, says };
}

test("the third business with one text is suspected, also in other spacing and capitals", () => {
  const { says } = startAt(0);
  const again = OFFER.toUpperCase().replaceAll(" ", "\r\n");
  expect([says(1), says(2), says(3, again), says(4)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test.each<[string, (says: ReturnType<typeof startAt>["says"]) => boolean[]]>([
  [
    "a short text of many",
    (says) => [1, 2, 3, 4].map((n) => says(n, OFFER.slice(0, 78))),
  ],
  [
    "one person's text for many businesses",
    (says) => [1, 2, 3, 4].map((n) => says(1, OFFER, `Firm${n}`)),
  ],
  [
    "one text of a franchise's offices",
    (says) => [...Array(30).keys()].map((n) => says(n, OFFER, `Maids of ${n}`)),
  ],
])("%s is not repeated", (_what, send) => {
  expect(send(startAt(0).says)).not.toContain(true);
});

test.each([1, -365])(
  "%i days later the count of a text's senders begins anew",
  (days) => {
    const { clock, says } = startAt(0);
    for (const sender of [1, 2, 3]) says(sender);
    clock.time = days * DAY_MS;
    expect(says(4)).toBe(false);
  },
);
