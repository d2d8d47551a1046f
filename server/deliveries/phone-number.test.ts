import { expect, test } from "vitest";
import {
  localNumber,
  numberAndWords,
  readNumber,
  shownNumber,
} from "./phone-number.ts";

const AGENCY = "America/New_York";

test.each([
  "(201) 555-0142 | America/Chicago | +12015550142 | (201) 555-0142",
  "98765 43210 | Asia/Kolkata | +919876543210 | 098765 43210",
  "044 123 45 67 | Europe/Kyiv | +380441234567 | 044 123 4567",
  "06 1234 5678 | Europe/Rome | +390612345678 | 06 1234 5678",
  "+44 (0)20 7946 0958 | America/New_York | +442079460958 | +44 20 7946 0958",
  "011 44 20 7946 0958 | America/New_York | +442079460958 | +44 20 7946 0958",
  "0044 20 7946 0958 | UTC | +442079460958 | +44 20 7946 0958",
  "1-800-FLOWERS | UTC | +18003569377 | (800) 356-9377",
  "(201) 555-0142 ext. 5 | UTC | +12015550142 ext. 5 | (201) 555-0142 ext. 5",
  "+1 201-555-0142,,123# | UTC | +12015550142 ext. 123 | +1 201 555 0142 ext. 123",
])(
  "a number as typed, its zone, and how it is stored and shown: %s",
  (line) => {
    const [phoneTyped = "", zone = "", phone, shown] = line.split(" | ");
    const read = readNumber(phoneTyped, [zone, AGENCY]);
    expect(read).toMatchObject({ phone, phoneTyped });
    expect(shownNumber(read)).toBe(shown);
  },
);

test.each([
  "555-0142",
  "+1 555 555 0100 / buy at spam.example",
  "(201) 555-0142 (201) 555-0143",
  "",
])(
  "%j stays as typed, without words: no telephone has that number",
  (typed) => {
    const [phone = ""] = typed.split(" / ");
    const read = readNumber(typed, [AGENCY]);
    expect(read).toMatchObject({ phone, phoneTyped: typed, isKnown: false });
    expect(shownNumber(read)).toBe(phone);
  },
);

test.each([
  "Asia/Kolkata | 098765 43210",
  "Asia/Calcutta | 098765 43210",
  "America/New_York | +91 98765 43210",
])("a zone, and an Indian number as its agency reads it: %s", (line) => {
  const [zone, shown] = line.split(" | ");
  expect(localNumber("+919876543210", zone)).toBe(shown);
});

test.each([
  "(201) 555-0142 | (201) 555-0142",
  "201.555.0142 X5 | (201) 555-0142 ext. 5",
  "1-800-FLOWERS | (800) 356-9377 \u00b7 1-800-FLOWERS",
  "201-555-0142 after 5, ask for Rosa | (201) 555-0142 \u00b7 201-555-0142 after 5, ask for Rosa",
  "201-555-0142 / 201-555-0143 | (201) 555-0142 \u00b7 201-555-0142 / 201-555-0143",
  "Rosa 555-0142 | 555-0142 \u00b7 Rosa 555-0142",
])("a number as typed, and as the agency reads it: %s", (line) => {
  const [typed = "", read] = line.split(" | ");
  expect(numberAndWords(readNumber(typed, [AGENCY]), AGENCY)).toBe(read);
});
