/** The links to the scheduling page, which opens in a new tab. */
import { BOOK_CALL } from "../../../contract/routes.ts";
import { PageLink } from "../../components/button.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import type { HomeContent } from "../../page-content.ts";

const NEW_TAB_NOTE = "new-tab";

/** The note that screen readers add to every {@link SchedulingLink}; once on a page. */
export function NewTabNote({ children }: { children: string }) {
  return (
    <p id={NEW_TAB_NOTE} hidden>
      {children}
    </p>
  );
}

export function SchedulingLink({ children }: { children: string }) {
  const { schedulingUrl } = useSharedContent().site;
  // A new tab of our own page gets a copy of this tab's storage, and with it the visit.
  const rel = schedulingUrl.startsWith("/") ? "opener" : "noopener";
  return (
    <PageLink href={schedulingUrl} target="_blank" rel={rel} aria-describedby={NEW_TAB_NOTE}>
      {children}
    </PageLink>
  );
}

type PickTimeProps = Pick<HomeContent["header"], "pickTime" | "bookCall"> & { compact?: boolean };

/** Leads to our own page in the same tab; without a scheduling page, to the form. */
export function PickTimeLink({ pickTime, bookCall, compact = false }: PickTimeProps) {
  const { schedulingUrl } = useSharedContent().site;
  const newTab = { target: "_blank", rel: "noopener", "aria-describedby": NEW_TAB_NOTE };
  const target = schedulingUrl.startsWith("/") ? {} : newTab;
  return (
    <PageLink compact={compact} href={schedulingUrl} {...target}>
      {schedulingUrl === BOOK_CALL.path ? bookCall : pickTime}
    </PageLink>
  );
}
