import { Menu, Phone, X } from "lucide";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { BOOK_CALL, HOME } from "../../../contract/http/routes.ts";
import { Brand } from "../../components/brand.tsx";
import { PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { prefersReducedMotion } from "../../components/motion.ts";
import { useSharedContent } from "../../components/shared-content.ts";
import { SkipLink } from "../../components/skip-link.tsx";
import { telUrl } from "../../../contract/lead/telephone.ts";
import type { HomeContent } from "../../page-content.ts";
import css from "./header.module.css";

type HeaderProps = Pick<HomeContent, "header" | "sections">;

export function Header({ header, sections }: HeaderProps) {
  const menu = useRef<HTMLElement>(null);
  function jump(event: MouseEvent<HTMLAnchorElement>): void {
    menu.current?.hidePopover?.();
    // With one of these keys, a click opens a tab or a window, or downloads the page.
    if (!event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      glideTo(event);
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
            <Icon drawing={X} />
            <span className={css.toggleText}>{header.menuButton}</span>
          </button>
          <nav
            id="menu"
            popover="auto"
            ref={menu}
            className={css.menu}
            aria-label={header.menuLabel}
          >
            <MenuLinks header={header} sections={sections} onJump={jump} />
          </nav>
        </div>
      </div>
    </header>
  );
}

type MenuLinksProps = HeaderProps & {
  onJump: (event: MouseEvent<HTMLAnchorElement>) => void;
};

function MenuLinks({ header, sections, onJump }: MenuLinksProps) {
  const { contactPhone } = useSharedContent().site;
  const onScreen = useSectionOnScreen();
  return (
    <ul className={css.links}>
      {sections.map(({ id, label }) => (
        <li key={id}>
          <a
            className={css.link}
            href={`#${id}`}
            aria-current={id === onScreen ? "true" : undefined}
            onClick={onJump}
          >
            {label}
          </a>
        </li>
      ))}
      <li className={css.call}>
        <a
          className={css.link}
          href={telUrl(contactPhone)}
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

/** The id of the section in the middle of the screen. */
function useSectionOnScreen(): string {
  const [onScreen, setOnScreen] = useState("");
  useEffect(() => {
    function onCross(entries: IntersectionObserverEntry[]): void {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) setOnScreen(target.id);
    }
    const observer = new IntersectionObserver(onCross, {
      rootMargin: "-50% 0px",
    });
    for (const section of document.querySelectorAll("section[id]"))
      observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return onScreen;
}

/** Scrolls by script. Smooth scrolling by CSS would also affect links from other pages. */
function glideTo(event: MouseEvent<HTMLAnchorElement>): void {
  const { hash } = event.currentTarget;
  const section = document.getElementById(hash.slice(1));
  if (!section) return;
  event.preventDefault();
  // Another link's page may still be loading, and `location` may already name that page. A new or
  // replaced history entry cancels the load.
  const isHere = location.hash === hash && location.pathname === HOME.path;
  history[isHere ? "replaceState" : "pushState"](
    null,
    "",
    HOME.path + location.search + hash,
  );
  if (!prefersReducedMotion()) returnOnBack(scrollY);
  section.scrollIntoView({
    behavior: prefersReducedMotion() ? "auto" : "smooth",
  });
  section.focus({ preventScroll: true });
}

/** A browser's smooth scroll takes less time. */
const GLIDE_MS = 1_500;

/** After Back during a smooth scroll, Chrome would otherwise scroll on. */
function returnOnBack(top: number): void {
  const goBack = () =>
    requestAnimationFrame(() => scrollTo({ top, behavior: "instant" }));
  addEventListener("popstate", goBack, { once: true });
  setTimeout(() => removeEventListener("popstate", goBack), GLIDE_MS);
}
