/** Preloads the files of the display font that a page needs: the first, and others that have its letters. */
export interface FontPreloadsProps {
  fonts: readonly { url: string; letters: string }[];
  text: string;
}

export function FontPreloads({ fonts, text }: FontPreloadsProps) {
  return fontsFor(text, fonts).map(({ url }) => (
    <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="" />
  ));
}

export function fontsFor(text: string, fonts: FontPreloadsProps["fonts"]): FontPreloadsProps["fonts"] {
  return fonts.filter(({ letters }, index) => index === 0 || new RegExp(`[${letters}]`).test(text));
}
