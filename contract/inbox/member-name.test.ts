import { expect, test } from "vitest";
import { memberName } from "./member-name.ts";

test.each([
  ["ana@agency.example", "Ana"],
  ["ana.ruiz@agency.example", "Ana Ruiz"],
  ["ana+inbox@agency.example", "Ana"],
  ["élodie-marie@agency.example", "Élodie Marie"],
  ["花@agency.example", "花"],
  ["._@agency.example", "._@agency.example"],
  ["visitor", "Visitor"],
])("the member with the address %s is called %s", (email, name) => {
  expect(memberName(email)).toBe(name);
});
