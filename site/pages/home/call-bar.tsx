/** The bar under the thumb on a phone: book, or call. Wider screens have both in the header and the footer. */
import { PhoneCall } from "lucide";
import { BOOK_CALL } from "../../../contract/routes.ts";
import { buttonClass, PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useSharedWords } from "../../components/shared-words.ts";
import { telephone } from "../../components/telephone.ts";
import type { HomeWords } from "../../words.ts";
import css from "./call-bar.module.css";

export function CallBar({ header, phoneLabel }: Pick<HomeWords, "header" | "phoneLabel">) {
  const { contactPhone } = useSharedWords().site;
  return (
    <aside className={css.bar} aria-label={header.bookCall}>
      <PageLink compact href={BOOK_CALL.path}>
        {header.bookCall}
      </PageLink>
      <a
        className={buttonClass({ look: "plain", compact: true })}
        href={telephone(contactPhone)}
        aria-label={`${phoneLabel} ${contactPhone}`}
      >
        <Icon drawing={PhoneCall} size={22} />
      </a>
    </aside>
  );
}
