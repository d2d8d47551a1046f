import type { ComponentProps } from "react";
import css from "./button.module.css";

export interface ButtonVariant {
  /** `main` is for a page's next step, `plain` for all other buttons. */
  variant?: "main" | "plain" | undefined;
  compact?: boolean | undefined;
}

export function buttonClass({
  variant = "main",
  compact = false,
}: ButtonVariant): string {
  return [css.button, css[variant], compact && css.compact]
    .filter(Boolean)
    .join(" ");
}

export function Button({
  variant,
  compact,
  ...rest
}: ButtonVariant & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, compact })}
    />
  );
}

export function PageLink({
  variant,
  compact,
  children,
  ...rest
}: ButtonVariant & ComponentProps<"a">) {
  return (
    <a {...rest} className={buttonClass({ variant, compact })}>
      {children}
    </a>
  );
}
