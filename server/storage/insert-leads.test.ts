import { expect, test } from "vitest";
import { backfill } from "./insert-leads.ts";

test("leads are prepared though a store fails four times in a row; after the fifth time the log says so", async () => {
  const said: string[] = [];
  const stopped = async (failures: number) => {
    const asked: (string | undefined)[] = [];
    const fill = async (after: string | undefined) => {
      asked.push(after);
      if (after === undefined) return { kind: "filled", upTo: "a" } as const;
      if (asked.length <= 1 + failures) return { kind: "unavailable", reason: "too slow" } as const;
      return { kind: "filled", upTo: undefined } as const;
    };
    await backfill(fill, (sentence) => said.push(sentence));
    return asked;
  };
  expect(await stopped(4)).toEqual([undefined, "a", "a", "a", "a", "a"]);
  expect(said).toEqual([]);
  expect(await stopped(9)).toEqual([undefined, "a", "a", "a", "a", "a"]);
  expect(said).toEqual(["Some leads cannot be found in searches before the next start: too slow."]);
});
