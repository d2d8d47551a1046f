import { expect, test } from "vitest";
import { placeOf, zoneName } from "./zone-name.ts";

test("zones have the names of today and of everyday speech, whichever the engine keeps", () => {
  const zones = "Asia/Calcutta Asia/Kolkata Europe/Kiev Europe/Kyiv America/Chicago America/Sao_Paulo";
  const names = ["Kolkata", "Kolkata", "Kyiv", "Kyiv", "Central Time", "Sao Paulo"];
  expect(zones.split(" ").map(placeOf)).toEqual(names);
});

test("a zone has its name and its offset without a line break, once where they are the same", () => {
  const named = [
    ["America/New_York", "EST"],
    ["America/Sao_Paulo", "GMT-3"],
    ["Etc/UTC", "UTC"],
  ].map(([zone = "", short = ""]) => zoneName(zone, short));
  expect(named).toEqual(["Eastern Time (EST)", "Sao Paulo (GMT\u22123)", "UTC"]);
});
