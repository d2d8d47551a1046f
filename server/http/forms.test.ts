import { expect, test } from "vitest";
import { parseFormBody } from "./forms.ts";

const fieldsIn = (text: string) => parseFormBody(Buffer.from(text));

test("a form has no more fields than ours may have", () => {
  const withFields = (count: number) =>
    fieldsIn(Array.from({ length: count }, (_, n) => `f${n}=`).join("&"));
  expect(withFields(200)?.size).toBe(200);
  expect(withFields(201)).toBeUndefined();
});
