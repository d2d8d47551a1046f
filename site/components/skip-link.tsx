/**
 * The keyboard reaches this link first. The link
 * leads past the header. Source: WCAG 2.4.1.
 */

import { useSharedContent } from "./shared-content.ts";
import css from "./skip-link.module.css";

export function SkipLink() {
  return (
    <a className={css.skip} href="#main">
      {useSharedContent().skipLink}
    </a>
  );
}
