/** Inputs of operations that look right and name nothing. */
import { expect, test } from "vitest";
import * as v from "valibot";
import { ADMIN_OPERATIONS, type Operation } from "./admin-operations.ts";

const LIST = { filter: "all", search: "", page: 1, size: 1 };

test.each<[Operation, object, string]>([
  ["list", { ...LIST, filter: "every" }, "must be one of open"],
  ["list", { ...LIST, page: 0 }, "must be a whole number"],
  ["list", { ...LIST, since: "2027-02-30T07:00:00Z" }, "must be on a day that there is"],
  [
    "moveCall",
    { id: crypto.randomUUID(), startsAt: "2028-02-30T07:00:00Z" },
    "must be on a day that there is",
  ],
  ["overview", { days: 3, timeZone: "Mars/Olympus" }, "must be a time zone"],
  ["lead", { id: "1" }, "must be an id"],
  ["note", { id: crypto.randomUUID(), text: "  " }, "must say something"],
  ["remove", { ids: ["x"] }, "must have the ids of leads, or an email"],
])("the input of %s is refused: %j", (name, input, sentence) => {
  const { issues = [] } = v.safeParse(ADMIN_OPERATIONS[name].input, input);
  expect(issues.map(({ message }) => message).join()).toContain(sentence);
});
