/** The look that a content gives to pages: colors, fonts and icon. */

import type { Content } from "../../contract/content/schema.ts";
import { luminance } from "./contrast.ts";
import { FONTS, fontFaces } from "./font.ts";
import { iconAddress } from "./images.ts";

const MIDDLE_GRAY = 0.18;

export function themeOf(content: Content) {
  const { colors } = content;
  const scheme = luminance(colors.night) < MIDDLE_GRAY ? "dark" : "light";
  const tokens = Object.entries(colors).map(
    ([name, color]) => `--${name}:${color}`,
  );
  const root = `:root{color-scheme:${scheme};${tokens.join(";")}}`;
  return {
    fonts: FONTS.map(({ url, range }) => ({ url, range })),
    icon: iconAddress(content),
    themeColor: colors.night,
    theme: {
      own: root + fontFaces(FONTS.slice(0, 1)),
      letters: fontFaces(FONTS.slice(1)),
    },
  };
}
