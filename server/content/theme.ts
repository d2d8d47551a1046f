/** The styles that a content makes: its colors and the rules of the fonts. */
import type { Colors } from "../../contract/content/colors.ts";
import type { Content } from "../../contract/content/schema.ts";
import { luminance } from "./contrast.ts";
import { FONTS, fontFaces } from "./font.ts";
import { iconAddress } from "./images.ts";

export function themeOf(content: Content) {
  const { colors } = content;
  const [first, ...others] = FONTS;
  return {
    fonts: FONTS.map(({ url, range }) => ({ url, range })),
    icon: iconAddress(content),
    themeColor: colors.night,
    theme: { own: tokens(colors) + fontFaces(first ? [first] : []), letters: fontFaces(others) },
  };
}

/** Gray at half of the light that a screen gives. */
const MIDDLE = 0.18;

function tokens(colors: Colors): string {
  const scheme = luminance(colors.night) < MIDDLE ? "dark" : "light";
  const all = Object.entries(colors).map(([name, color]) => `--${name}:${color}`);
  return `:root{color-scheme:${scheme};${all.join(";")}}`;
}
