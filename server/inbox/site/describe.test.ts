import { expect, test } from "vitest";
import { content } from "../../../tests/content.ts";
import { shortText } from "./describe.ts";

test.each([
  ["trades/hvac/testimonial", { quote: "Good.", role: "", sample: true }],
  ["trades/hvac/testimonial/quote", "Good."],
])("of a change of %s the texts are shown", (at, value) => {
  expect(shortText(at.split("/"), value, content)).toBe("Good.");
});
