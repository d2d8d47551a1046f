import { Phone } from "lucide";
import { PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { telUrl } from "../../../contract/lead/telephone.ts";
import type { HomeContent } from "../../page-content.ts";
import css from "./call-bar.module.css";
import { PickTimeLink } from "./scheduling-link.tsx";

export function CallBar({ header }: Pick<HomeContent, "header">) {
  const { contactPhone } = useSharedContent().site;
  const label = `${header.call} ${contactPhone}`;
  return (
    <aside className={css.bar} aria-label={header.bookCall}>
      <PickTimeLink compact {...header} />
      <PageLink
        compact
        look="plain"
        href={telUrl(contactPhone)}
        aria-label={label}
      >
        <Icon drawing={Phone} size={20} />
        {header.call}
      </PageLink>
    </aside>
  );
}
