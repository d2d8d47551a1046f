/** Preloads the files of the display font that a page needs: the first, and others that have its letters. */
export interface FontPreloadsProps {
  fonts: readonly { url: string; letters: string }[];
  html: string;
}

export function FontPreloads({ fonts, html }: FontPreloadsProps) {
  return fontsFor(html, fonts).map(({ url }) => (
    <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="" />
  ));
}

export function fontsFor(html: string, fonts: FontPreloadsProps["fonts"]): FontPreloadsProps["fonts"] {
  return fonts.filter(({ letters }, index) => index === 0 || new RegExp(`[${letters}]`).test(html));
}
