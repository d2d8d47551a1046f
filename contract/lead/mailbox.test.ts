import { expect, test } from "vitest";
import { cleanEmail, mailboxOf } from "./mailbox.ts";

test.each([
  ["dana@ortiz.example", "dana@ortiz.example"],
  ["Dana+1@Ortiz.Example", "dana@ortiz.example"],
  ["dana+a+b@ortiz.example", "dana@ortiz.example"],
  ["d.a.n.a@ortiz.example", "d.a.n.a@ortiz.example"],
  ["d.a.na+x.y@gmail.com", "dana@gmail.com"],
  ["dana@googlemail.com", "dana@gmail.com"],
  ["+1@ortiz.example", "+1@ortiz.example"],
  ["...@gmail.com", "...@gmail.com"],
])("mail to %s reaches the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test.each([
  [
    "blanks of any alphabet around it",
    "\u00a0\u2009\u3000Dana@Ortiz.example\u202f\n",
  ],
  [
    "invisible marks around and inside it",
    "\u2068dana\u200b@\u00adortiz.example\u2069\ufe0f\u200d",
  ],
  [
    "wide letters, of a Japanese keyboard",
    "ｄａｎａ＠ｏｒｔｉｚ．ｅｘａｍｐｌｅ",
  ],
  ["a tab and a control character", "\tdana@ortiz\u0007.example"],
  ["its owner's name", "Dana Ortiz <Dana@ortiz.example>"],
  [
    "its owner's name, of words that the address has, too",
    "Ortiz, Dana K. dana@ortiz.example +1 201 555 0142",
  ],
  [
    "a name and a number in other cells of a table",
    "(Dana) dana@ortiz.example\t(201) 555-0142",
  ],
  [
    "the name in quotes, as mail programs copy it",
    '"Ortiz, Dana" <dana@ortiz.example>, wrote:',
  ],
  ["the name in quotes alone", "“Dana Ortiz” dana@ortiz.example"],
  [
    "a link's scheme, subject and percent signs",
    "mailto:%44ana%40ortiz.example?subject=Your%20site",
  ],
  [
    "a link of Markdown around it",
    "[dana@ortiz.example](mailto:dana@ortiz.example)",
  ],
  ["the end of a sentence", "dana@ortiz.example."],
  [
    "the end of a sentence in another alphabet, and its full stops",
    "「dana@ortiz。example」。",
  ],
  [
    "quotes and parentheses around it, behind a name",
    "Dana Ortiz (“dana@ortiz.example”)",
  ],
  [
    "a label in Chinese and a name behind it",
    "邮箱：dana@ortiz.example – Dana",
  ],
  ["blanks and a comma that a keyboard wrote", "dana @ ortiz, example"],
  [
    "a number before it, and a page behind it",
    "(201) 555-0142, dana@ortiz.example www.ortiz.example",
  ],
  [
    "other lines of a contact",
    "Mobile 201-555-0142 Email dana@ortiz.example Dana Ortiz",
  ],
  ["the labels of a contact card", "EMAIL;TYPE=HOME:dana@ortiz.example"],
  [
    "a sign, a label, a dash and stars",
    "📧 Email –*dana@ortiz.example* (work)!",
  ],
])("an email with %s is understood", (_what, typed) => {
  expect(cleanEmail(typed)).toBe("dana@ortiz.example");
});

test.each([
  ["José@Müller.example", "josé@xn--mller-kva.example"],
  ["İnfo@İzmir.example", "İnfo@xn--izmir-7fd.example"],
  ["dana@straße.example", "dana@xn--strae-oqa.example"],
  ["dana@نامه\u200cای.example", "dana@xn--mgba3gch31f060k.example"],
  ["dana@or\u200ctiz.example", "dana@ortiz.example"],
  ["dana@127。1", "dana@127.1"],
  ["dana@例え.テスト", "dana@xn--r8jz45g.xn--zckzah"],
  ["-dana@127.1", "-dana@127.1"],
  ["dana@ortiz.example/x", "dana@ortiz.example/x"],
  ["dana ortiz@ortiz.example", "dana ortiz@ortiz.example"],
  ["dana@ortiz.exam ple", "dana@ortiz.exam ple"],
  ["d’an‑a@or‐tiz.example", "d'an-a@or-tiz.example"],
  ["eve:dana@ortiz.example", "eve:dana@ortiz.example"],
  ["a@b@ortiz.example", "a@b@ortiz.example"],
  [
    "Dana <dana@ortiz.example>, Eve <eve@ortiz.example>",
    "dana@ortiz.example>, eve <eve@ortiz.example",
  ],
])("the email %j is stored as %j", (typed, stored) => {
  expect(cleanEmail(typed)).toBe(stored);
});
