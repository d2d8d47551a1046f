import { expect, test } from "vitest";
import { cleanEmail, mailboxOf } from "./mailbox.ts";
import { isEmailAddress } from "./validation.ts";

test.each([
  "dana@ortiz.example dana@ortiz.example",
  "Dana+1@Ortiz.Example dana@ortiz.example",
  "d.a.n.a@ortiz.example d.a.n.a@ortiz.example",
  "d.a.na+x.y@gmail.com dana@gmail.com",
  "dana@googlemail.com dana@gmail.com",
  "+1@ortiz.example +1@ortiz.example",
  "...@gmail.com ...@gmail.com",
])("an address, and the mailbox that its mail reaches: %s", (line) => {
  const [email = "", mailbox] = line.split(" ");
  expect(mailboxOf(email)).toBe(mailbox);
});

test.each([
  ["blanks of any alphabet around it", "\u00a0\u3000Dana@Ortiz.example\n"],
  [
    "invisible marks around and inside it",
    "\u2068dana\u200b@\u00adortiz.example",
  ],
  ["wide letters", "ｄａｎａ＠ｏｒｔｉｚ．ｅｘａｍｐｌｅ"],
  ["its owner's name", '"Ortiz, Dana" <Dana@ortiz.example>, wrote:'],
  ["a label", "Email: dana@ortiz.example."],
  [
    "a link's scheme, subject and percent signs",
    "mailto:%44ana%40ortiz.example?subject=Your%20site",
  ],
  ["quotes and another full stop", "“「dana”@ortiz。example」。"],
  ["blanks and a comma that a keyboard wrote", "dana @ ortiz, example"],
  ["a name before it", "Dana Ortiz, dana@ortiz.example"],
  ["a label without a blank", "E-Mail:dana@ortiz.example"],
  ["words before it", "My email is dana@ortiz.example"],
  ["a name around it", "Dana | Dana Ortiz (dana@ortiz.example)"],
  ["a remark after it", "- dana@ortiz.example (work)"],
  ["a name after it", "dana@ortiz.example <Dana Ortiz>"],
  ["a dash after it", "Dana – dana@ortiz.example – the owner"],
])("an email with %s is understood", (_what, typed) => {
  expect(cleanEmail(typed)).toBe("dana@ortiz.example");
});

test.each([
  "dana ortiz@ortiz.example",
  "dana, ortiz@ortiz.example",
  "dana@ortiz.example au",
  "dana@ortiz.example, 201-555-0142",
  "201-555-0142 (dana@ortiz.example)",
  "dana@ortiz.example (or eve@ortiz.example)",
  "i am at work",
])("an email is not guessed: %s", (typed) => {
  expect(isEmailAddress(cleanEmail(typed))).toBe(false);
});

test.each([
  ["José.İ@Müller.example", "josé.İ@xn--mller-kva.example"],
  ["dana@or\u200ctiz.example", "dana@ortiz.example"],
  ["d’an‑a@or‐tiz.example", "d'an-a@or-tiz.example"],
  ["a@b@ortiz.example", "a@b@ortiz.example"],
  [
    "Dana <dana@ortiz.example>, Eve <eve@ortiz.example>",
    "dana@ortiz.example>, eve <eve@ortiz.example",
  ],
])("the email %j is stored as %j", (typed, stored) => {
  expect(cleanEmail(typed)).toBe(stored);
});
