/** The header of every page but the landing page: the way home and nothing to get lost in. */
import { Brand } from "./brand.tsx";
import { Link } from "./link.tsx";
import css from "./plain-header.module.css";
import { useSharedWords } from "./shared-words.ts";
import { SkipLink } from "./skip-link.tsx";

export function PlainHeader() {
  return (
    <header className={css.header}>
      <SkipLink />
      <div className={css.inner}>
        <Brand />
        <Link href="/" className={css.back}>
          {useSharedWords().backHome}
        </Link>
      </div>
    </header>
  );
}
