import type { ComponentProps } from "react";
import css from "./button.module.css";

export interface ButtonLook {
  /** `main` is for a page's next step, `plain` for all other buttons. */
  look?: "main" | "plain" | undefined;
  compact?: boolean | undefined;
}

export function buttonClass({
  look = "main",
  compact = false,
}: ButtonLook): string {
  return [css.button, css[look], compact && css.compact]
    .filter(Boolean)
    .join(" ");
}

export function Button({
  look,
  compact,
  ...rest
}: ButtonLook & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, compact })}
    />
  );
}

export function PageLink({
  look,
  compact,
  children,
  ...rest
}: ButtonLook & ComponentProps<"a">) {
  return (
    <a {...rest} className={buttonClass({ look, compact })}>
      {children}
    </a>
  );
}
