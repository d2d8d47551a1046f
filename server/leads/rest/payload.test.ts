import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../tests/support/alphabets.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { NUMBER_KEY } from "../../../contract/http/rest-api.ts";
import { RestError } from "./errors.ts";
import { parsePayload } from "./payload.ts";

const text = fc.string({ unit: anyCharacter, maxLength: 60 });
const joined = (...usual: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...usual), text), { maxLength: 8 })
    .map((parts) => parts.join(""));

test("any body is read as leads, or refused with an error of the REST API", () => {
  const json = fc
    .jsonValue()
    .map((value) => Buffer.from(JSON.stringify(value)));
  const body = fc.oneof(
    json,
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  const type = joined(
    "application/json",
    "application/x-www-form-urlencoded",
    "text/csv",
    ";",
    " ",
  );
  const chosen = fc.option(
    joined(...Object.keys(LEAD), NUMBER_KEY, ",", '"', "id"),
    { nil: null },
  );
  const read = (
    ...[bytes, contentType, columns]: [Buffer, string, string | null]
  ) => {
    try {
      parsePayload(bytes, columns, contentType, true);
    } catch (error) {
      expect(error).toBeInstanceOf(RestError);
    }
  };
  fc.assert(fc.property(body, type, chosen, read));
});
