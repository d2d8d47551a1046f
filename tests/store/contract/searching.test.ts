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
  const cleo = await scenario.lead({
    name: "Cleo",
    email: "three@sample.co",
    company_name: "Joe\u2019s HVAC",
    additional_info: "Call* me",
  });
  await scenario.book("2026-12-07T15:00:00Z", cleo.id);
  const { id } = await scenario.lead({
    name: "José",
    email: "five@sample.co",
    company_name: "Pen\u0303a",
  });
  // In a zone without a country, a number stays as it was typed.
  await scenario.wish(id, { zone: "UTC", phone: "2015550142" });
  for (const [name, ...searches] of [
    ["Ádám 100%", "áDÁ", "100%", "hot_"],
    ["Ben", "too\nMANY", "too many", "TWO@", "Ben <Two@sample.co>"],
    ["Ben", "mailto:two@sample.co,", '"many calls"'],
    ["Ben", "calls ben", "call's ben", "many, too", "b many", "ben calls two@"],
    ["Cleo", "call*", "*", "5550100", "550-10"],
    ["Cleo", "joes hvac", "JOE'S", '"joe\u2019s hvac"'],
    ["José", "JOSÉ", "Jose\u0301", "peña", "pen\u0303a", "12015550142"],
  ])
    for (const search of searches)
      expect(await scenario.names("all", search), search).toEqual([name]);
  const all = await scenario.names("all", "calls");
  expect(all.toSorted()).toEqual(["Ben", "Cleo", "José", "Ádám 100%"]);
  for (const nothing of ["0%1", "h_t", "\\", "550-1", '"calls ben"'])
    expect(await scenario.names("all", nothing)).toEqual([]);
  expect(await scenario.names("waiting", "ben")).toEqual([]);
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
