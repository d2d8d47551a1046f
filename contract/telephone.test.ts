import { expect, test } from "vitest";
import { addressOf } from "./lead.ts";
import { readTelephone, telUrl } from "./telephone.ts";

test.each([
  ["(201) 555-0142", "tel:2015550142"],
  ["+1 201.555.0142", "tel:+12015550142"],
  ["\u202a(+1)\u00a0201\u2011555\u20090199\u202c", "tel:+12015550199"],
  ["+44 (0)20 7946 0958", "tel:+442079460958"],
  ["+49 (0) 30 / 901820", "tel:+4930901820"],
  ["(02) 9876 5432", "tel:0298765432"],
  ["201 555-0142 ext. 5", "tel:2015550142;ext=5"],
  ["201-555-0142 x123", "tel:2015550142;ext=123"],
  ["2015550142X123", "tel:2015550142;ext=123"],
  ["201-555-0142,,123#", "tel:2015550142;ext=123"],
  ["201-555-0142 (ext 12)", "tel:2015550142;ext=12"],
  ["201-555-0142, extension 44", "tel:2015550142;ext=44"],
  ["+1 201 555 0142 #5", "tel:+12015550142;ext=5"],
  ["+12015550142;ext=5", "tel:+12015550142;ext=5"],
  ["+7 495 123-45-67 доб. 5", "tel:+74951234567;ext=5"],
  ["tel:+1-201-555-0142", "tel:+12015550142"],
  ["２０１－５５５－０１４２", "tel:2015550142"],
  ["[201]\u00a0555\u22120142", "tel:2015550142"],
  ["201•555\u30fc01\u00ad42", "tel:2015550142"],
  ["📞 “Cell 201.555.0142”,", "tel:2015550142"],
  ["T: 201-555-0142 [x-#5] (work).", "tel:2015550142;ext=5"],
  ["٠٢٠١٥٥٥٠١٤٢", "tel:02015550142"],
])("%s is dialed as %s", (typed, link) => {
  expect(readTelephone(typed)).toBeDefined();
  expect(telUrl(typed)).toBe(link);
});

test.each([
  "",
  "-----",
  "1234",
  "ext. 5",
  "call me at 201 555 0142",
  "1 ext. 2 ext. 3",
  "5".repeat(90),
  "201 555 0142 / 201 555 0143",
])("%j is no number", (text) => {
  expect(readTelephone(text)).toBeUndefined();
});

test.each([
  ["+44 (0)20 7946 0958", "+442079460958@phone.invalid"],
  ["0044 20 7946 0958", "+442079460958@phone.invalid"],
  ["(201) 555-0142 ext. 5", "2015550142x5@phone.invalid"],
  ["2015550142x5", "2015550142x5@phone.invalid"],
  ["dana@ortiz.example", "dana@ortiz.example"],
  ["12345", "12345"],
])("the caller %s is kept as %s", (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});
