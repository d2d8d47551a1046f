import { Phone } from "lucide";
import { PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import type { HomeContent } from "../../page-content.ts";
import { PickTimeLink } from "./scheduling-link.tsx";
import css from "./call-bar.module.css";

type CallBarProps = Pick<HomeContent, "header"> & { newTabAlways?: boolean };

/**
 * On a phone, at the foot of the screen once
 * the first screen's button has left it.
 */
export function CallBar({ header, newTabAlways }: CallBarProps) {
  const { contactPhone, phoneUrl } = useSharedContent().site;
  const label = `${header.call} ${contactPhone}`;
  return (
    <aside className={css.bar} aria-label={header.bookCall}>
      <PickTimeLink compact {...header} newTabAlways={newTabAlways} />
      <PageLink compact variant="plain" href={phoneUrl} aria-label={label}>
        <Icon drawing={Phone} size={20} />
        {header.call}
      </PageLink>
    </aside>
  );
}
