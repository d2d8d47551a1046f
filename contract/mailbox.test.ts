import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox.ts";

test.each([
  ["dana@ortiz.example", "dana@ortiz.example"],
  ["Dana+1@Ortiz.Example", "dana@ortiz.example"],
  ["dana+a+b@ortiz.example", "dana@ortiz.example"],
  ["d.a.n.a@ortiz.example", "d.a.n.a@ortiz.example"],
  ["d.a.na+x.y@gmail.com", "dana@gmail.com"],
  ["dana@googlemail.com", "dana@gmail.com"],
  ["+1@ortiz.example", "+1@ortiz.example"],
  ["...@gmail.com", "...@gmail.com"],
])("%s leads to the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
