import { MOON } from "../../contract/content/mark.ts";
import type { SharedContent } from "../page-content.ts";
import { useSharedContent } from "./shared-content.ts";
import css from "./brand.module.css";

/** On a phone, a full-size name of up to this length fits beside the menu. */
const MAX_SHORT_NAME_LENGTH = 18;

export function Brand() {
  const { site, logo } = useSharedContent();
  const isLong = site.brandName.length > MAX_SHORT_NAME_LENGTH;
  return (
    <a className={isLong ? `${css.brand} ${css.long}` : css.brand} href="/">
      <BrandSign name={site.brandName} logo={logo} />
    </a>
  );
}

export function BrandSign({
  name,
  logo,
}: {
  name: string;
  logo: SharedContent["logo"];
}) {
  const replacesName = logo?.replaces === "mark and name";
  return (
    <>
      {logo?.picture ? (
        <img {...logo.picture} alt={replacesName ? name : ""} />
      ) : (
        <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
          <path fill="currentColor" d={MOON} />
          <circle cx="23" cy="9" r="4" fill="currentColor" />
        </svg>
      )}
      {!replacesName && <span>{name}</span>}
    </>
  );
}
