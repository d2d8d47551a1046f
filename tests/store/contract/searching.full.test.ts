import { listLeads } from "../../../server/inbox/list/list-leads.ts";
import { expect } from "vitest";
import { LOOKED_THROUGH } from "../../../server/leads/search.ts";
import { leadRow } from "../../support/leads.ts";
import { Scenario, untilAvailable } from "./scenario.ts";
import { testWith } from "./stores.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";

const test = testWith((store) => new Scenario(store));

const BATCH_SIZE = 2_500;
const LEAD_COUNT = LOOKED_THROUGH + BATCH_SIZE;

test("a search in a large store finds leads, whether few or many match", async (scenario) => {
  for (let first = 0; first < LEAD_COUNT; first += BATCH_SIZE) {
    const rows = Array.from({ length: BATCH_SIZE }, (_, n) =>
      leadRow(first + n, {
        name: first + n === 7 ? "Zoë O’Blackbird ☎️" : `Lead "${first + n}"`,
      }),
    );
    expect(await insertLeads(scenario.store, { rows })).toMatchObject({
      kind: "stored",
    });
  }
  const found = async (search: string, filter: "all" | "waiting" = "all") => {
    const list = () =>
      listLeads(scenario.store, {
        filter,
        search,
        size: 2,
        ...scenario.moment,
      });
    const { leads, total } = await untilAvailable(list);
    return [total, ...leads.map(({ lead }) => lead.name)];
  };
  const oldestSearched = [
    `Lead "${LEAD_COUNT - LOOKED_THROUGH}"`,
    `Lead "${LEAD_COUNT - LOOKED_THROUGH + 1}"`,
  ];
  expect(await found("")).toEqual([LEAD_COUNT, 'Lead "0"', 'Lead "1"']);
  expect(await found("ZOË O'BLACK")).toEqual([1, "Zoë O’Blackbird ☎️"]);
  expect(await found("☎️")).toEqual([0]);
  expect(await found("d ☎️")).toEqual([1, "Zoë O’Blackbird ☎️"]);
  expect(await found(`"${LEAD_COUNT - 1}"`)).toEqual([
    1,
    `Lead "${LEAD_COUNT - 1}"`,
  ]);
  // The lead has all these letters, but in another order.
  expect(await found("birdblack")).toEqual([0]);
  // A search for a frequent text, or for a text too short for the index, covers the newest leads.
  expect(await found('lead "')).toEqual([LOOKED_THROUGH, ...oldestSearched]);
  expect(await found("le")).toEqual([LOOKED_THROUGH, ...oldestSearched]);
  expect(await found("lead", "waiting")).toEqual([0]);
  await scenario.answer(leadRow(7).id);
  expect(await found("zoë", "waiting")).toEqual([1, "Zoë O’Blackbird ☎️"]);
  expect((await scenario.names("all", "", LEAD_COUNT - 2, 2)).at(-1)).toBe(
    "Zoë O’Blackbird ☎️",
  );
});
