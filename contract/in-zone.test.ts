import { expect, test } from "vitest";
import { clocksOf } from "./in-zone.ts";

test("the agency's clock is shown where it differs, with its day where that differs", () => {
  const ours = ["America/Detroit", "America/Chicago", "Asia/Tokyo"].map(
    (zone) => clocksOf("2026-11-02T15:30:00Z", zone, "America/New_York").ours,
  );
  expect(ours).toEqual(["", "10:30\u00a0AM EST", "Mon, Nov\u00a02, 10:30\u00a0AM EST"]);
});
