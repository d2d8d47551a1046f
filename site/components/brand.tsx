/** The mark and the name, linked to the start. */
import type { SharedContent } from "../page-content.ts";
import { MOON } from "../../contract/mark.ts";
import { useSharedContent } from "./shared-content.ts";
import css from "./brand.module.css";

/** Number of letters that fit beside the menu of a phone. */
const ROOM = 18;

export function Brand() {
  const { site, logo } = useSharedContent();
  return (
    <a className={site.brandName.length > ROOM ? `${css.brand} ${css.long}` : css.brand} href="/">
      <BrandSign name={site.brandName} logo={logo} />
    </a>
  );
}

/** The mark, a moon with one lamp lit, and the name; or the agency's logo in their place. */
export function BrandSign({ name, logo }: { name: string; logo: SharedContent["logo"] }) {
  const isWhole = logo?.replaces === "mark and name";
  return (
    <>
      {logo?.picture ? (
        <img {...logo.picture} alt={isWhole ? name : ""} />
      ) : (
        <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
          <path fill="currentColor" d={MOON} />
          <circle cx="23" cy="9" r="4" fill="currentColor" />
        </svg>
      )}
      {!isWhole && <span>{name}</span>}
    </>
  );
}
