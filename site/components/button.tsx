/** Links and buttons that a visitor should press. `main` is hi-vis and stands for booking, `plain` for the rest. */
import type { ComponentProps } from "react";
import css from "./button.module.css";
import { Link } from "./link.tsx";

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
