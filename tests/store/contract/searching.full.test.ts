import { listLeads } from "../../../server/inbox/list-leads.ts";
import { expect } from "vitest";
import { LOOKED_THROUGH } from "../../../server/leads/search.ts";
import { leadRow } from "../../support/leads.ts";
import { Scenario, untilAvailable } from "./scenario.ts";
import { testWith } from "./stores.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";

const test = testWith((store) => new Scenario(store));

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
