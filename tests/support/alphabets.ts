import fc from "fast-check";

/** Any character. fast-check's unit `binary` takes a second, because it lists a million characters. */
export const anyCharacter = fc
  .nat(0x10ffff)
  .map((point) => String.fromCodePoint(point).toWellFormed());

/** European letters and quotes besides A to Z. Source: Unicode CLDR, main exemplar characters. */
const lowerCase = {
  latin: "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿœªº«»‹›„‚",
  latinExtended:
    "āăąćĉċčďđēėęěĝğġģĥħĩīįıĵķĺļľłńņňŋōőŕŗřśŝşšţťŧũūŭůűųŵŷźżžșțəẁẃẅ",
  greek: "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ",
  cyrillic: "абвгдежзийклмнопрстуфхцчшщъыьэюяёђѓєѕіїјљњћќўџґѐѝ",
};

export const ALPHABETS = Object.entries(lowerCase).map(
  ([name, letters]) =>
    [name, (letters + letters.toUpperCase()).replace(/\p{M}/gu, "")] as const,
);
