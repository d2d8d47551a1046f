/** Links and buttons that a visitor should press. `main` is hi-vis and stands for booking, `plain` for the rest. */
import type { ComponentProps } from "react";
import css from "./button.module.css";
import { Link } from "./link.tsx";
import { useSharedWords } from "./shared-words.ts";

export interface Look {
  look?: "main" | "plain" | undefined;
  compact?: boolean | undefined;
}

export function buttonClass({ look = "main", compact = false }: Look): string {
  return [css.button, css[look], compact && css.compact].filter(Boolean).join(" ");
}

export function Button({ look, compact, ...rest }: Look & ComponentProps<"button">) {
  return <button type="button" {...rest} className={buttonClass({ look, compact })} />;
}

/** A link inside the site; navigates without loading the page anew once the page is hydrated. */
export function PageLink({ look, compact, href, children }: Look & { href: string; children: string }) {
  return (
    <Link href={href} className={buttonClass({ look, compact })}>
      {children}
    </Link>
  );
}

const NEW_TAB_NOTE = "new-tab";

/** What screen readers add to every {@link SchedulingLink}; once on each page that has any. */
export function NewTabNote({ children }: { children: string }) {
  return (
    <p id={NEW_TAB_NOTE} hidden>
      {children}
    </p>
  );
}

/** Opens the external scheduling page in a new tab. */
export function SchedulingLink({ look, children }: Look & { children: string }) {
  return (
    <a
      className={buttonClass({ look })}
      href={useSharedWords().site.schedulingUrl}
      target="_blank"
      rel="noopener"
      aria-describedby={NEW_TAB_NOTE}
    >
      {children}
    </a>
  );
}
