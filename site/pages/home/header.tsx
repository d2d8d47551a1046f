/**
 * The fixed header. On a phone its links stand in a popover, which opens, closes with Escape or a tap beside it,
 * and gives focus back without any script; script only adds that it closes after a jump.
 */
import { Menu, Phone } from "lucide";
import { useRef, type MouseEvent } from "react";
import { BOOK_CALL } from "../../../contract/routes.ts";
import { Brand } from "../../components/brand.tsx";
import { PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { jump } from "./jump.ts";
import { useSharedWords } from "../../components/shared-words.ts";
import { SkipLink } from "../../components/skip-link.tsx";
import { telephone } from "../../../contract/telephone.ts";
import type { HomeWords } from "../../words.ts";
import css from "./header.module.css";

export function Header({ header, sections }: Pick<HomeWords, "header" | "sections">) {
  const menu = useRef<HTMLElement>(null);
  const { contactPhone } = useSharedWords().site;

  function jumpAndClose(event: MouseEvent<HTMLAnchorElement>): void {
    menu.current?.hidePopover?.();
    jump(event);
  }

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
            <span className={css.toggleText}>{header.menuButton}</span>
          </button>
          <nav id="menu" popover="auto" ref={menu} className={css.menu} aria-label={header.menuLabel}>
            <ul className={css.links}>
              {sections.map(({ id, label }) => (
                <li key={id}>
                  <a className={css.link} href={`#${id}`} onClick={jumpAndClose}>
                    {label}
                  </a>
                </li>
              ))}
              <li className={css.call}>
                <a
                  className={css.link}
                  href={telephone(contactPhone)}
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
          </nav>
        </div>
      </div>
    </header>
  );
}
