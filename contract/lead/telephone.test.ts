import { expect, test } from "vitest";
import { addressOf, nationalNumber } from "./lead.ts";
import { numberParts, readTelephone, telUrl } from "./telephone.ts";

const EXTENSIONS =
  "X|, extension |.extensión| xt:| ext. |; int |(anexo |×|p|w| #|~,|;ext=| extn-";

test.each([
  "\u202a(+1)\u00a0201\u2011555\u20090199\u202c > tel:+12015550199",
  "+49 (0) 30 / 90\u00ad1820 > tel:+4930901820",
  "12345678 mobil > tel:12345678",
  "Móvil: 011 123456789012345 > tel:011123456789012345",
  ...EXTENSIONS.split("|").map(
    (sign) => `201-555-0142${sign}44 > tel:2015550142;ext=44`,
  ),
  "201-555-0142 ext 12 after 5pm > tel:2015550142;ext=12",
  "9 a.m.-5 p.m.: 201-555-0142 x2 or 201-555-0143 > tel:2015550142;ext=2",
  "201-555-0142, 5:30 pm > tel:2015550142",
  "201-555-0142 2pm-4pm > tel:2015550142",
  "tel:+1-201-555-0142;ext=5 > tel:+12015550142;ext=5",
  "２٩٠－٥٥٥－۰۹۴۲ > tel:2905550942",
  "Toll-free: +1 (800) FLOWERS доб. 12 > tel:+18003569377;ext=12",
  "1-800-NO-LEAKS (office) > tel:18006653257",
  "1-201-555-DANA > tel:12015553262",
  "(800) 4-ROOTER, after 5 > tel:8004766837",
  "0800 123 TAXI > tel:08001238294",
  "1800 SMILES > tel:1800764537",
  "555-0142 dana > tel:5550142",
  "0171 1234567 (ab 17 Uhr) > tel:01711234567",
  "201-555-0142 call tmrw 9 > tel:2015550142",
  "+91 9876543210 / 9876543211 > tel:+919876543210",
  "M: 0412 345 678, P: 02 9374 4000 > tel:0412345678",
  "Ask Dana at 1-800-356-9377 (FLOWERS)! > tel:18003569377",
  "+ 61 255 501 42 ext. 5 – Dana's mobile > tel:+6125550142;ext=5",
])("a number as typed, and as it is dialed: %s", (line) => {
  const [typed = "", link] = line.split(" > ");
  expect(readTelephone(typed)).toBeDefined();
  expect(telUrl(typed)).toBe(link);
});

const NO_NUMBERS =
  "312 345 work||-----|1234|ext. 5|dana2015550142@ortiz.example|2015550142@text.example|24/7: 201 555 0142|1 ext. 2 ext. 3|201 555 0142 201 555 0143";

test.each([...NO_NUMBERS.split("|"), "5".repeat(90)])(
  "%j is no number",
  (text) => {
    expect(readTelephone(text)).toBeUndefined();
  },
);

test.each([
  "+44 (0)20 7946 0958: +442079460958@phone.invalid",
  "0044 20 7946 0958: +442079460958@phone.invalid",
  "(201) 555-0142 ext. 123456789: 2015550142x123456789@phone.invalid",
  "dana@ortiz.example: dana@ortiz.example",
  "12345: 12345",
])("a contact, and the address that is stored: %s", (line) => {
  const [typed = "", address] = line.split(": ");
  expect(addressOf(typed)).toBe(address);
});

test("numbers of one country are compared without its code and zero", () => {
  const codes = "0 +1 +7 +20 +27 +30 +39 +40 +49 +58 +66 +86 +98 +351 +420";
  for (const code of codes.split(" "))
    expect(nationalNumber(`${code}2079460958`)).toBe("2079460958");
});

test("a line breaks within a list of short numbers, and not within a number", () => {
  expect(numberParts("+33 1 23 45 67 89 1 2")).toContain("+33 1 23 45 67 89");
});
