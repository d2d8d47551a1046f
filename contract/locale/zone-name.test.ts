import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { localeOf } from "./locale.ts";
import { placeOf, zoneName } from "./zone-name.ts";

const { zones: names } = localeOf(content);

test("zones have the names of today and of everyday speech, whichever the engine keeps", () => {
  const zones = "Asia/Calcutta Asia/Kolkata Europe/Kiev Europe/Kyiv America/Chicago America/Sao_Paulo";
  const shown = ["Kolkata", "Kolkata", "Kyiv", "Kyiv", "Central Time", "Sao Paulo"];
  expect(zones.split(" ").map((zone) => placeOf(zone, names))).toEqual(shown);
});

test("a zone has its name and its offset without a line break, once where they are the same", () => {
  const named = [
    ["America/New_York", "EST"],
    ["America/Sao_Paulo", "GMT-3"],
    ["Etc/UTC", "UTC"],
  ].map(([zone = "", short = ""]) => zoneName(zone, short, names));
  expect(named).toEqual(["Eastern Time (EST)", "Sao Paulo (GMT\u22123)", "UTC"]);
});
