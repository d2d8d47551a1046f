import { expect, test } from "vitest";
import { LEAD } from "../../tests/support/leads.ts";
import { suspicionOf, type FormTiming, createIsRepeated } from "./suspicion.ts";

test.each<[string, FormTiming, string[]]>([
  ["filled in less than four seconds", { tookMs: 3_999 }, []],
  ["from a network that sends many", { flood: true }, []],
  ["with both", { tookMs: 3_999, flood: true }, ["fast", "rate"]],
  [
    "filled in four seconds, from a network that sends many",
    { tookMs: 4_000, flood: true },
    [],
  ],
  ["with its honeypot filled in", { honeypotFilled: true }, ["unseen"]],
])("the signs of a form %s are found", (_what, formTiming, signs) => {
  expect(suspicionOf(LEAD, false, formTiming)).toEqual(signs);
});

test("a weak signal is reported beside a strong one", () => {
  const lead = { ...LEAD, name: "www.x.example" };
  expect(suspicionOf(lead, false, { tookMs: 10 })).toEqual([
    "linkInName",
    "fast",
  ]);
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

test("the third sender of one text is suspected, also in other spacing and capitals", () => {
  const { says } = startAt(0);
  const again = OFFER.toUpperCase().replaceAll(" ", "\r\n");
  expect([says(1), says(2), says(3, again), says(4)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("a sender may repeat a text, and many senders may send one short text", () => {
  const { says } = startAt(0);
  expect([says(1), says(1), says(1), says(1)]).not.toContain(true);
  expect(
    Array.from({ length: 20 }, (_, sender) => says(sender, "Missed calls")),
  ).not.toContain(true);
});

test("twenty people of one business may send one text, but not more", () => {
  const { says } = startAt(0);
  const offices = Array.from({ length: 21 }, (_, at) =>
    says(at, OFFER, `Bright Maids of Town ${at}`),
  );
  expect(offices).toEqual([...Array(20).fill(false), true]);
});

test("a few words of a pitch are suspected only if the form was filled in within seconds", () => {
  const lead = { ...LEAD, problems: "Affordable flyers. Order today" };
  expect(suspicionOf(lead, false, { tookMs: 60_000 })).toEqual([]);
  expect(suspicionOf(lead, false, { tookMs: 1_000 })).toEqual([
    "pitch",
    "fast",
  ]);
});

test("links to the sender's own sites and to hosts of small businesses are no advertising", () => {
  const hosts = [
    "ortiz.wixsite.com/air",
    "ortiz.square.site",
    "www.ortizhvac.example",
    "ortiz-vans.example",
  ];
  const problems = hosts.map((host) => `https://${host}`).join(" ");
  expect(
    suspicionOf({ ...LEAD, name: "www.ortizhvac.example", problems }, false),
  ).toEqual([]);
  const others =
    "https://a.example https://b.example https://c.example https://d.example";
  expect(suspicionOf({ ...LEAD, problems: others }, false)).toEqual(["links"]);
});

test("a topic of spam counts only once, even if the text names it in several forms", () => {
  const company_name = "Escort Service Towing";
  const problems = "Escorts for wide loads. Escort drivers out all night.";
  expect(suspicionOf({ ...LEAD, company_name, problems }, false)).toEqual([]);
});

test.each([1, -365])(
  "%i days later the count of a text's senders begins anew",
  (days) => {
    const { clock, says } = startAt(0);
    for (const sender of [1, 2, 3]) says(sender);
    clock.time = days * 24 * 60 * 60 * 1000;
    expect(says(4)).toBe(false);
  },
);

test("the memory of texts is bounded: a thousand newer texts push one out", () => {
  const { says } = startAt(0);
  for (const sender of [1, 2, 3]) says(sender);
  for (let text = 0; text < 1000; text++) says(1, `${OFFER} ${text}`);
  expect(says(4)).toBe(false);
});
