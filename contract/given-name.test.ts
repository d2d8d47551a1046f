import { expect, test } from "vitest";
import { givenName } from "./given-name.ts";

test.each([
  ["Dana Ortiz", "Dana"],
  ["Don Draper", "Don"],
  ["Van Nguyen", "Van"],
  ["AL BUNDY", "AL"],
  ["李 雷", "李"],
  ["Jo", "Jo"],
])("%s is greeted as %s", (name, given) => {
  expect(givenName(name)).toBe(given);
});

test.each(
  `Mrs Ortiz|MR Smith|Ms. Lee|Dr Dana Ortiz|Prof Lee|Professor Lee|Herr Müller|Frau Dr. Weber|Familie Huber|Mme Curie|
  Monsieur Dupont|M. Dupont|Mlle Dupont|Señor García|Sra García|Doña Ana|Senhor Silva|Signora Rossi|Dott Rossi|
  Mevrouw Jansen|Fru Berg|Pani Nowak|пан Шевченко|Господин Иванов|Κύριος Παππάς|السيد علي|Rev Brown|von Trapp|de la Cruz|
  J Smith|J. Smith|Ortiz, Dana|Mr&Mrs Ortiz|The Lee Family|Team Berg|Owner|Attorney Lee|Coach Kim`.split(
    /\|\s*/,
  ),
)("no given name is read in %s", (name) => {
  expect(givenName(name)).toBeUndefined();
});
