import type { Assets } from "../../contract/http/build-manifest.ts";

export function FontPreloads({
  fonts,
  text,
}: Pick<Assets, "fonts"> & { text: string }) {
  return fontsFor(text, fonts).map(({ url }) => (
    <link
      key={url}
      rel="preload"
      href={url}
      as="font"
      type="font/woff2"
      crossOrigin=""
    />
  ));
}

/**
 * @returns the files with a letter of the
 * text, and the first file, which has no range
 */
export function fontsFor(text: string, fonts: Assets["fonts"]) {
  return fonts.filter(
    ({ range }) => range === undefined || anyLetterOf(range).test(text),
  );
}

/** @param range the value of a `unicode-range`, such as "U+A1,U+BF-D6" */
function anyLetterOf(range: string): RegExp {
  const escaped = range.replaceAll(/[\dA-F]+/g, "\\u{$&}");
  return new RegExp(`[${escaped.replaceAll(/U\+|,/g, "")}]`, "u");
}
