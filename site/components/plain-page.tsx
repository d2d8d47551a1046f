import type { ComponentProps } from "react";
import { Brand } from "./brand.tsx";
import { contactLinks, LinkList } from "./links.tsx";
import { useSharedContent } from "./shared-content.ts";
import { SkipLink } from "./skip-link.tsx";
import css from "./plain-header.module.css";

export function PlainPage(main: ComponentProps<"main">) {
  const { backHome, legalLinks, site } = useSharedContent();
  return (
    <>
      <header className={css.header}>
        <SkipLink />
        <div className={css.inner}>
          <Brand />
          <a className={css.back} href="/">
            {backHome}
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} {...main} />
      <footer className={css.foot}>
        <div className={css.inner}>
          <LinkList links={legalLinks} />
          <LinkList links={contactLinks(site)} />
        </div>
      </footer>
    </>
  );
}
