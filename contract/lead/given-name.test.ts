import { expect, test } from "vitest";
import { givenName } from "./given-name.ts";

test.each([
  ["Dana Ortiz", "Dana"],
  ["Van Nguyen", "Van"],
  ["欧阳娜娜子姫 雷", "欧阳娜娜子姫"],
  ["Renée-Claude Dupont", "Renée-Claude"],
  ["O'Brien", "O'Brien"],
  ["D’Angelo Russo", "D’Angelo"],
  ["Anné-Marie-Elisabeth", "Anné-Marie-Elisabeth"],
  ["محمد علي", "محمد"],
])("%s is greeted as %s", (name, given) => {
  expect(givenName(name)).toBe(given.normalize("NFC"));
});

test.each([
  "https://evil.example/win",
  "Dana2",
  "Dr Ortiz",
  "van Berg",
  "D Ortiz",
  "Joe's HVAC",
  "<b>Dana</b>",
  "-Dana",
  "Clickhereforyourprizenow",
  "恭喜中奖请加微信一三八零零一三八零零零",
  "คลิกลิงก์รับเงิน",
  "\u202Eanad",
  "D\u0338\u0338\u0338\u0338ana",
  "{due}",
])("no given name is read in %j, which is no person's name", (name) => {
  expect(givenName(name)).toBeUndefined();
});
