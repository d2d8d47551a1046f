/** The header of every page but the landing page: the way home and nothing to get lost in. */
import { Brand } from "./brand.tsx";
import css from "./plain-header.module.css";
import { useSharedContent } from "./shared-content.ts";
import { SkipLink } from "./skip-link.tsx";

export function PlainHeader() {
  return (
    <header className={css.header}>
      <SkipLink />
      <div className={css.inner}>
        <Brand />
        <a className={css.back} href="/">
          {useSharedContent().backHome}
        </a>
      </div>
    </header>
  );
}
