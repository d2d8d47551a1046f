import { Menu, Phone, X } from "lucide";
import { BOOK_CALL } from "../../../contract/http/routes.ts";
import { Brand } from "../../components/brand.tsx";
import { PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { SkipLink } from "../../components/skip-link.tsx";
import type { HomeContent } from "../../page-content.ts";
import css from "./header.module.css";

type HeaderProps = Pick<HomeContent, "header" | "sections">;

/**
 * `moving-parts.ts` scrolls to a pressed
 * link's section, and marks the current one.
 */
export function Header({ header, sections }: HeaderProps) {
  return (
    <header className={css.header}>
      <SkipLink />
      <div className={css.inner}>
        <Brand />
        <div className={css.needed} aria-hidden="true">
          {sections.map(({ id, label }) => (
            <span key={id} data-label={label} />
          ))}
          <span data-label={header.bookCall} />
        </div>
        <div className={css.rest}>
          <button type="button" className={css.toggle} popoverTarget="menu">
            <Icon drawing={Menu} />
            <Icon drawing={X} />
            <span className={css.toggleText}>{header.menuButton}</span>
          </button>
          <nav
            id="menu"
            popover="auto"
            className={css.menu}
            aria-label={header.menuLabel}
          >
            <MenuLinks header={header} sections={sections} />
          </nav>
        </div>
      </div>
    </header>
  );
}

function MenuLinks({ header, sections }: HeaderProps) {
  const { contactPhone, phoneUrl } = useSharedContent().site;
  return (
    <ul className={css.links}>
      {sections.map(({ id, label }) => (
        <li key={id}>
          <a className={css.link} href={`#${id}`}>
            {label}
          </a>
        </li>
      ))}
      <li className={css.call}>
        <a
          className={css.link}
          href={phoneUrl}
          aria-label={`${header.call} ${contactPhone}`}
        >
          <Icon drawing={Phone} size={18} />
          {contactPhone}
        </a>
      </li>
      <li>
        <PageLink compact href={BOOK_CALL.path}>
          {header.bookCall}
        </PageLink>
      </li>
    </ul>
  );
}
