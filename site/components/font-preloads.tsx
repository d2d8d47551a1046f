/** Preloads the display font's files that a page needs: the first, and others with its letters. */
import type { Assets } from "../../contract/build-manifest.ts";

export function FontPreloads({ fonts, text }: Pick<Assets, "fonts"> & { text: string }) {
  return fontsFor(text, fonts).map(({ url }) => (
    <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="" />
  ));
}

export function fontsFor(text: string, fonts: Assets["fonts"]) {
  return fonts.filter(({ range }) => range === undefined || lettersOf(range).test(text));
}

/** @param range as in `unicode-range`, such as "U+A1,U+BF-D6" */
function lettersOf(range: string): RegExp {
  return new RegExp(`[${range.replaceAll(/[\dA-F]+/g, "\\u{$&}").replaceAll(/U\+|,/g, "")}]`, "u");
}
