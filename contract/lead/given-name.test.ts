import { expect, test } from "vitest";
import { givenName } from "./given-name.ts";

test.each([
  "Dana Ortiz: Dana",
  "Van Nguyen: Van",
  "Mary E Hill: Mary",
  "欧阳娜娜子姫 雷: 欧阳娜娜子姫",
  "Renée-Claude Dupont: Renée-Claude",
  "O'Brien: O'Brien",
  "D’Angelo Russo: D’Angelo",
  "Anné-Marie-Elisabeth: Anné-Marie-Elisabeth",
  "محمد علي: محمد",
])("a name, and how a mail greets it: %s", (line) => {
  const [name = "", given] = line.split(": ");
  expect(givenName(name)).toBe(given?.normalize("NFC"));
});

const NO_NAMES =
  "https://evil.example/win|Dana2|Dana & Mike|Dana and Mike Ortiz|Dr Ortiz|van Berg|D Ortiz|Joe's HVAC|<b>Dana</b>|-Dana|Clickhereforyourprize|恭喜中奖加微信|คลิกลิงก์รับเงิน|\u202Eanad|D\u0338\u0338\u0338\u0338ana|{due}";

test.each([
  ...NO_NAMES.split("|"),
  ...Array.from("あアກកကཀꀀ", (letter) => letter.repeat(7)),
])("no given name is read in %j, which is not one person's name", (name) => {
  expect(givenName(name)).toBeUndefined();
});
