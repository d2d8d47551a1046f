/** The links to the external scheduling page, which opens in a new tab. */
import { buttonClass } from "../../components/button.tsx";
import { useSharedContent } from "../../components/shared-content.ts";

const NEW_TAB_NOTE = "new-tab";

/** The note that screen readers add to every {@link SchedulingLink}; once on each page that has any. */
export function NewTabNote({ children }: { children: string }) {
  return (
    <p id={NEW_TAB_NOTE} hidden>
      {children}
    </p>
  );
}

export function SchedulingLink({ children }: { children: string }) {
  return (
    <a
      className={buttonClass({})}
      href={useSharedContent().site.schedulingUrl}
      target="_blank"
      rel="noopener"
      aria-describedby={NEW_TAB_NOTE}
    >
      {children}
    </a>
  );
}
