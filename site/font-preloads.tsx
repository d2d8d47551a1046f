/** Asks early for the files of the display font that a page needs: the first, and others where it has their letters. */
import type { Assets } from "./assets.ts";

/** @param html what the page says, rendered */
export function FontPreloads({ fonts, html }: { fonts: Assets["fonts"]; html: string }) {
  return fonts
    .filter(({ letters }, index) => index === 0 || new RegExp(`[${letters}]`).test(html))
    .map(({ url }) => (
      <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="anonymous" />
    ));
}
