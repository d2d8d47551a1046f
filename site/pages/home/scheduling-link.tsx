import { BOOK_CALL } from "../../../contract/http/routes.ts";
import { PageLink } from "../../components/button.tsx";
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

export function SchedulingLink({ children }: { children: string }) {
  const { schedulingUrl } = useSharedContent().site;
  // With `opener`, the new tab gets a copy of this tab's storage, which has the visit.
  const rel = schedulingUrl.startsWith("/") ? "opener" : "noopener";
  return (
    <PageLink
      href={schedulingUrl}
      target="_blank"
      rel={rel}
      aria-describedby={NEW_TAB_NOTE}
    >
      {children}
    </PageLink>
  );
}

type PickTimeProps = Pick<HomeContent["header"], "pickTime" | "bookCall"> & {
  compact?: boolean;
};

export function PickTimeLink({
  pickTime,
  bookCall,
  compact = false,
}: PickTimeProps) {
  const { schedulingUrl } = useSharedContent().site;
  const newTab = {
    target: "_blank",
    rel: "noopener",
    "aria-describedby": NEW_TAB_NOTE,
  };
  const target = schedulingUrl.startsWith("/") ? {} : newTab;
  return (
    <PageLink compact={compact} href={schedulingUrl} {...target}>
      {schedulingUrl === BOOK_CALL.path ? bookCall : pickTime}
    </PageLink>
  );
}
