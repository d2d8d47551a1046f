/** The mark and the name, linked to the start. */
import { Link } from "./link.tsx";
import { MOON } from "./mark.ts";
import { useSharedWords } from "./shared-words.ts";
import css from "./brand.module.css";

export function Brand() {
  return (
    <Link href="/" className={css.brand}>
      <Mark />
      {useSharedWords().site.brandName}
    </Link>
  );
}

/** A moon with one lamp lit. */
function Mark() {
  return (
    <svg className={css.mark} width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <path fill="currentColor" d={MOON} />
      <circle cx="23" cy="9" r="4" fill="currentColor" />
    </svg>
  );
}
