import * as v from "valibot";
import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { fillIn } from "../content/fill-in.ts";
import { MailContentSchema } from "./mail.ts";

const problems = (mail: unknown) =>
  (v.safeParse(MailContentSchema, mail).issues ?? []).map(
    (issue) => `${v.getDotPath(issue)} ${issue.message}`,
  );

test("the text of the mails has only placeholders that the server can fill", () => {
  expect(problems(content.mail)).toEqual([]);
  const confirmation = { ...content.mail.confirmation, subject: "Hi {name}" };
  expect(problems({ ...content.mail, confirmation })).toEqual([
    "confirmation.subject must hold no words in braces but {brand}, {BRAND}, {hours}, {minutes}, {place}, {Place}, {price}, {contract}, {due}",
  ]);
});

test("the text of the mails must say by when the visitor hears from the agency", () => {
  const confirmation = {
    ...content.mail.confirmation,
    steps: ["You hear from us."],
  };
  expect(problems({ ...content.mail, confirmation })).toEqual([
    "confirmation.steps.0 must say {due}",
  ]);
});

test("a value is filled in unchanged, and a word in braces without a value is an error", () => {
  const filled = fillIn("{name}, {name}: {due}", {
    name: "{due} $& $1",
    due: "noon",
  });
  expect(filled).toBe("{due} $& $1, {due} $& $1: noon");
  expect(() => fillIn("{left}", { toString: "" })).toThrow(
    "Nothing is known for {left}.",
  );
});
