import { expect, test } from "vitest";
import { replacedIdentifiers, sentencesWithoutSubject } from "../run/wording.ts";

test("a sentence that begins with Of, What or Who and asks nothing is found in documents and comments", () => {
  expect(sentencesWithoutSubject("a.md", "A rule. What is that? Of course not.")).toEqual(["Of course not."]);
  expect(sentencesWithoutSubject("a.ts", "// Who asks, gets it.\nconst a = 1;")).toEqual([
    "Who asks, gets it.",
  ]);
});

test("an identifier with a word that the vocabulary replaces is found with its replacement", () => {
  expect([...replacedIdentifiers("a.ts", "const isOwner = mailLane(leads);")]).toEqual([
    ["isOwner", "hasSecretKey"],
    ["mailLane", "channel loop"],
  ]);
});
