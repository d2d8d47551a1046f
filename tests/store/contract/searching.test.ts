import { expect } from "vitest";
import { scenarioTest as test } from "./stores.ts";

test("a search covers all texts, ignores case, and takes special characters literally", async (scenario) => {
  await scenario.lead({
    name: "Ádám 100%",
    email: "one@sample.co",
    company_name: "Hot_Air",
  });
  await scenario.lead({
    name: "Ben",
    email: "two@sample.co",
    problems: "Too\nmany CALLS",
  });
  await scenario.lead({
    name: "Cleo",
    email: "three@sample.co",
    additional_info: "Call* me",
  });
  expect(await scenario.names("all", "áDÁ")).toEqual(["Ádám 100%"]);
  expect((await scenario.names("all", "calls")).toSorted()).toEqual([
    "Ben",
    "Cleo",
    "Ádám 100%",
  ]);
  expect(await scenario.names("all", "too\nMANY")).toEqual(["Ben"]);
  expect(await scenario.names("all", "too many")).toEqual(["Ben"]);
  for (const address of [
    "TWO@",
    "Ben <Two@sample.co>",
    "mailto:two@sample.co,",
  ])
    expect(await scenario.names("all", address), address).toEqual(["Ben"]);
  expect(await scenario.names("all", "call*")).toEqual(["Cleo"]);
  for (const sign of ["100%", "hot_"])
    expect(await scenario.names("all", sign)).toEqual(["Ádám 100%"]);
  expect(await scenario.names("all", "*")).toEqual(["Cleo"]);
  for (const nothing of ["0%1", "h_t", "\\", "'"])
    expect(await scenario.names("all", nothing)).toEqual([]);
  expect(await scenario.names("waiting", "ben")).toEqual([]);
  await scenario.lead({
    name: "José",
    email: "five@sample.co",
    company_name: "Pen\u0303a",
  });
  for (const typed of ["JOSÉ", "Jose\u0301", "peña", "pen\u0303a"])
    expect(await scenario.names("all", typed), "composed or not").toEqual([
      "José",
    ]);
});

test("a search finds letters as a person types them, and notes as soon as they are written", async (scenario) => {
  const name = "Łódź GROẞ";
  await scenario.lead({ name, email: "letters@sample.co" });
  for (const one of ["lodz", "gross"])
    expect(await scenario.names("all", one), one).toEqual([name]);

  const { id } = await scenario.lead({
    name: "Noted",
    email: "noted@sample.co",
  });
  await scenario.note(id, "Wants a café corner.");
  await scenario.note(id, "Called the Hauptstraße.");
  await scenario.correct(id, { company_name: "Corrected" });
  for (const typed of ["cafe corner", "hauptstrasse", "noted", "corrected"])
    expect(await scenario.names("all", typed), typed).toEqual(["Noted"]);
});
