/** The bar at the bottom of a phone's screen: book, or call. Wider screens have both in the header. */
import { Phone } from "lucide";
import { BOOK_CALL } from "../../../contract/routes.ts";
import { buttonClass, PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { telephone } from "../../../contract/telephone.ts";
import type { HomeContent } from "../../page-content.ts";
import css from "./call-bar.module.css";

export function CallBar({ header }: Pick<HomeContent, "header">) {
  const { contactPhone } = useSharedContent().site;
  return (
    <aside className={css.bar} aria-label={header.bookCall}>
      <PageLink compact href={BOOK_CALL.path}>
        {header.bookCall}
      </PageLink>
      <a
        className={buttonClass({ look: "plain", compact: true })}
        href={telephone(contactPhone)}
        aria-label={`${header.call} ${contactPhone}`}
      >
        <Icon drawing={Phone} size={20} />
        {header.call}
      </a>
    </aside>
  );
}
