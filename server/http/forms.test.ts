import { expect, test } from "vitest";
import { MAX_FORM_FIELDS } from "../../contract/limits.ts";
import { parseFormBody } from "./forms.ts";

const fieldsIn = (text: string) => parseFormBody(Buffer.from(text));

test("a form has no more fields than ours may have", () => {
  const withFields = (count: number) =>
    fieldsIn(Array.from({ length: count }, (_, n) => `f${n}=`).join("&"));
  expect(withFields(MAX_FORM_FIELDS)?.size).toBe(MAX_FORM_FIELDS);
  expect(withFields(MAX_FORM_FIELDS + 1)).toBeUndefined();
});
