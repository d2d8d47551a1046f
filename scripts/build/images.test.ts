import { expect, test } from "vitest";
import { ALPHABETS } from "../../tests/fakes/alphabets.ts";
import { loadContent } from "./content.ts";
import { openDrawing, type Line } from "./images.ts";
import { fontFiles } from "./font.ts";

const { line, png } = await openDrawing(fontFiles(loadContent({})));
const LINE: Line = { text: "", x: 4, y: 40, size: 40, room: 400, fill: "#000" };

function drawn(text: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60">${line({ ...LINE, text })}</svg>`;
  return png(svg, 120).toString("base64");
}

test.each(ALPHABETS)("the share image loses no letter of the %s alphabet", (_name, letters) => {
  const none = [drawn(" "), drawn("漢")];
  expect(Array.from(letters).filter((letter) => none.includes(drawn(letter)))).toEqual([]);
});

test("a line of the share image is as large as its room lets it", () => {
  const sizeOf = (text: string) => Number(/font-size="([\d.]+)"/.exec(line({ ...LINE, text }))?.[1]);
  expect(sizeOf("Nightshift")).toBe(40);
  expect(sizeOf("Ağaoğlu & Sønner Façade Ελλάς Україна 24/7")).toBeLessThan(40);
  expect(drawn("Señor Façade")).not.toBe(drawn("Senor Facade"));
});
