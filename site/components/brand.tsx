/** The mark and the name, linked to the start. */
import { Link } from "wouter";
import { site } from "../content/site.ts";
import css from "./brand.module.css";

export function Brand() {
  return (
    <Link href="/" className={css.brand}>
      <Mark />
      {site.brandName}
    </Link>
  );
}

/** A moon with one lamp lit. Drawn here once; the favicon and the share image use the same paths. */
function Mark() {
  return (
    <svg className={css.mark} width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <path fill="currentColor" d={MOON} />
      <circle cx="23" cy="9" r="4" fill="currentColor" />
    </svg>
  );
}

export const MOON = "M13 3a13 13 0 1 0 16 16A11 11 0 0 1 13 3Z";
