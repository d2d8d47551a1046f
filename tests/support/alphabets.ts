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
