import { BOOK_CALL } from "../../../contract/http/routes.ts";
import { PageLink, type ButtonVariant } from "../../components/button.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import type { HomeContent } from "../../page-content.ts";

const NEW_TAB_NOTE = "new-tab";

/** All links of a page that open a new tab share this note. */
export function NewTabNote({ children }: { children: string }) {
  return (
    <p id={NEW_TAB_NOTE} hidden>
      {children}
    </p>
  );
}

/**
 * With `opener`, the new tab gets a copy of
 * this tab's storage, which has the visit.
 */
const inNewTab = (url: string) => ({
  target: "_blank",
  rel: url.startsWith("/") ? "opener" : "noopener",
  "aria-describedby": NEW_TAB_NOTE,
});

export function SchedulingLink({
  variant,
  children,
}: Pick<ButtonVariant, "variant"> & { children: string }) {
  const { schedulingUrl } = useSharedContent().site;
  return (
    <PageLink
      variant={variant}
      href={schedulingUrl}
      {...inNewTab(schedulingUrl)}
    >
      {children}
    </PageLink>
  );
}

type PickTimeProps = Pick<HomeContent["header"], "pickTime" | "bookCall"> & {
  compact?: boolean;
  /** Opens our own times in a new tab, too, as the link beside it does. */
  newTabAlways?: boolean | undefined;
};

export function PickTimeLink(props: PickTimeProps) {
  const { pickTime, bookCall, compact, newTabAlways } = props;
  const { schedulingUrl } = useSharedContent().site;
  const staysHere = schedulingUrl.startsWith("/") && !newTabAlways;
  const target = staysHere ? {} : inNewTab(schedulingUrl);
  return (
    <PageLink compact={compact} href={schedulingUrl} {...target}>
      {schedulingUrl === BOOK_CALL.path ? bookCall : pickTime}
    </PageLink>
  );
}
