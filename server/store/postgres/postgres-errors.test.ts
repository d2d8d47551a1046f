import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { storeError } from "./postgres-errors.ts";

test.each([
  ["53100", "the disk of the database is full"],
  ["53200", "the database is out of resources"],
  ["57014", "the database took too long"],
  ["57P03", "the database is starting or shutting down"],
])("SQLSTATE %s says that %s", (code, said) => {
  const error = Object.assign(new DatabaseError("", 0, "error"), { code });
  expect(storeError(error)).toMatchObject({ reason: `${said} (${code})` });
});
