import fc from "fast-check";

/** Any character. The unit `binary` of fast-check takes a second, since it lists a million of them. */
export const anyCharacter = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point).toWellFormed());

/** Letters and quotes of European languages besides A to Z. Source: Unicode CLDR, main exemplar characters. */
const small = {
  latin: "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿœªº«»‹›„‚",
  latinExtended: "āăąćĉċčďđēėęěĝğġģĥħĩīįıĵķĺļľłńņňŋōőŕŗřśŝşšţťŧũūŭůűųŵŷźżžșțəẁẃẅ",
  greek: "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ",
  cyrillic: "абвгдежзийклмнопрстуфхцчшщъыьэюяёђѓєѕіїјљњћќўџґѐѝ",
};

export const ALPHABETS = Object.entries(small).map(
  ([name, letters]) => [name, (letters + letters.toUpperCase()).replace(/\p{M}/gu, "")] as const,
);
