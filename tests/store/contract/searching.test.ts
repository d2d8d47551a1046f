import { listLeads } from "../../../server/inbox/list-leads.ts";
import { expect } from "vitest";
import { LOOKED_THROUGH } from "../../../server/leads/search.ts";
import { leadRow } from "../../support/leads.ts";
import { Scenario, untilAvailable } from "./scenario.ts";
import { testWith } from "./stores.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";

const test = testWith((store) => new Scenario(store));

test("a search covers all texts, ignores case, and takes special characters literally", async (scenario) => {
  await scenario.lead({ name: "Ádám 100%", email: "one@sample.co", company_name: "Hot_Air" });
  await scenario.lead({ name: "Ben", email: "two@sample.co", problems: "Too\nmany CALLS" });
  await scenario.lead({ name: "Cleo", email: "three@sample.co", additional_info: "Call* me" });
  expect(await scenario.names("all", "áDÁ")).toEqual(["Ádám 100%"]);
  expect((await scenario.names("all", "calls")).toSorted()).toEqual(["Ben", "Cleo", "Ádám 100%"]);
  expect(await scenario.names("all", "too\nMANY")).toEqual(["Ben"]);
  expect(await scenario.names("all", "too many")).toEqual(["Ben"]);
  for (const address of ["TWO@", "Ben <Two@sample.co>", "mailto:two@sample.co,"])
    expect(await scenario.names("all", address), address).toEqual(["Ben"]);
  expect(await scenario.names("all", "call*")).toEqual(["Cleo"]);
  for (const sign of ["100%", "hot_"]) expect(await scenario.names("all", sign)).toEqual(["Ádám 100%"]);
  expect(await scenario.names("all", "*")).toEqual(["Cleo"]);
  for (const nothing of ["0%1", "h_t", "\\", "'"]) expect(await scenario.names("all", nothing)).toEqual([]);
  expect(await scenario.names("answered", "ben")).toEqual([]);
  await scenario.lead({ name: "José", email: "five@sample.co", company_name: "Pen\u0303a" });
  for (const typed of ["JOSÉ", "Jose\u0301", "peña", "pen\u0303a"])
    expect(await scenario.names("all", typed), "composed or not").toEqual(["José"]);
});

test("a search finds letters as a person types them, and notes as soon as they are written", async (scenario) => {
  const texts: [name: string, ...typed: string[]][] = [
    ["Łódź Żółty", "lodz", "ŁÓDŹ", "zolty", "łodz"],
    ["Straße GROẞ", "strasse", "STRASSE", "straße", "gross"],
    ["Søren Ærø Đoković", "soren", "aero", "dokovic", "søren"],
    ["Işık İzmir Œuvre", "isik", "IZMIR", "oeuvre", "ışık"],
    ["Þór Ħal Ёлка Άννα", "thor", "hal", "елка", "αννα"],
    ["が हिन्दी", "が", "हिन्दी"],
  ];
  for (const [name] of texts) await scenario.lead({ name, email: "letters@sample.co" });
  for (const [name, ...typed] of texts)
    for (const one of typed) expect(await scenario.names("all", one), one).toEqual([name]);
  // In these alphabets a mark is a letter.
  for (const one of ["か", "हनद"]) expect(await scenario.names("all", one)).toEqual([]);

  const { id } = await scenario.lead({ name: "Noted", email: "noted@sample.co" });
  await scenario.note(id, "Wants a café corner.");
  await scenario.note(id, "Called the Hauptstraße.");
  await scenario.correct(id, { company_name: "Corrected" });
  for (const typed of ["cafe corner", "hauptstrasse", "noted", "corrected"])
    expect(await scenario.names("all", typed), typed).toEqual(["Noted"]);
});

test("a search without a match finds words that differ by a letter; campaigns are found", async (scenario) => {
  const source = { page: "https://agency.example/?utm_source=google&utm_campaign=Spring-Tune-Up" };
  const ana = { name: "Ana Johnson", email: "a@sample.co", company_name: "Smith Plumbing" };
  await scenario.lead(ana, source);
  await scenario.lead({ name: "Ben", email: "b@sample.co", company_name: "Петров" });
  const found = async (search: string) => {
    const { leads, meant } = await scenario.list("all", search);
    return [leads.map(({ lead }) => lead.name).join(), meant?.join()];
  };
  for (const [typed, meant] of [
    ["Jonhson", "johnson"],
    ["jonson", "johnson"],
    ["johnsson", "johnson"],
    ["JOHMSON", "johnson"],
    ["smyth", "smith"],
    ["Smiht", "smith"],
    ["mith plumbin", undefined],
    ["Smyth plumbing", "smith plumbing"],
    ["sprimg-tune", "spring-tune"],
    ["spring-tune-up", undefined],
  ])
    expect(await found(typed ?? ""), typed).toEqual(["Ana Johnson", meant]);
  expect(await found("петроф")).toEqual(["Ben", "петров"]);
  // Two letters off, too short, or two words that are not side by side.
  for (const other of ["jonsn", "bem", "ana smith"])
    expect(await found(other), other).toEqual(["", undefined]);
});

const AT_ONCE = 2_500;
/** More leads than a search goes through. */
const MANY = LOOKED_THROUGH + AT_ONCE;

test("a search in a large store finds its leads, however few or many match", async (scenario) => {
  for (let first = 0; first < MANY; first += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, n) =>
      leadRow(first + n, { name: first + n === 7 ? "Zoë O’Blackbird ☎️" : `Lead "${first + n}"` }),
    );
    expect(await insertLeads(scenario.store, { rows })).toMatchObject({ kind: "stored" });
  }
  const found = async (search: string, filter: "all" | "answered" = "all") => {
    const list = () => listLeads(scenario.store, { filter, search, size: 2, now: scenario.now });
    const { leads, total } = await untilAvailable(list);
    return [total, ...leads.map(({ lead }) => lead.name)];
  };
  const oldest = [`Lead "${MANY - LOOKED_THROUGH}"`, `Lead "${MANY - LOOKED_THROUGH + 1}"`];
  expect(await found("")).toEqual([MANY, 'Lead "0"', 'Lead "1"']);
  expect(await found("ZOË O'BLACK")).toEqual([1, "Zoë O’Blackbird ☎️"]);
  expect(await found("☎️")).toEqual([0]);
  expect(await found("d ☎️")).toEqual([1, "Zoë O’Blackbird ☎️"]);
  expect(await found(`"${MANY - 1}"`)).toEqual([1, `Lead "${MANY - 1}"`]);
  // The letters are all there, but not in a row.
  expect(await found("birdblack")).toEqual([0]);
  // A text of many leads, or one that is too short for the index, finds only the newest of them.
  expect(await found('lead "')).toEqual([LOOKED_THROUGH, ...oldest]);
  expect(await found("le")).toEqual([LOOKED_THROUGH, ...oldest]);
  expect(await found("lead", "answered")).toEqual([0]);
  await scenario.answer(leadRow(7).id);
  expect(await found("zoë", "answered")).toEqual([1, "Zoë O’Blackbird ☎️"]);
  expect((await scenario.names("all", "", MANY - 2, 2)).at(-1)).toBe("Zoë O’Blackbird ☎️");
});
