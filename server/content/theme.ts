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

const DOUBLED = /^#(.)\1(.)\2(.)\3$/;

/** Gray at half of the light that a screen gives. */
const MIDDLE = 0.18;

function tokens(colors: Colors): string {
  const scheme = luminance(colors.night) < MIDDLE ? "dark" : "light";
  // Of three digits where they say the same: the landing page has to fit into one flight.
  const short = (color: string) => color.replace(DOUBLED, "#$1$2$3");
  const all = Object.entries(colors).map(([name, color]) => `--${name}:${short(color)}`);
  return `:root{color-scheme:${scheme};${all.join(";")}}`;
}
