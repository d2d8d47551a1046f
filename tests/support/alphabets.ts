import fc from "fast-check";

/** Any character. fast-check's unit `binary` takes a second, because it lists a million characters. */
export const anyCharacter = fc
  .nat(0x10ffff)
  .map((point) => String.fromCodePoint(point).toWellFormed());
