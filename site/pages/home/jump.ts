/**
 * Links to a place on the same page (`#about`). They work without script; with it the page glides there, unless
 * the visitor asked for less motion, and focus follows. Not by CSS `scroll-behavior`, which would also make a page
 * that was opened by a link glide up.
 */
import type { MouseEvent } from "react";
import { isPlainClick, stay } from "../../components/navigation.ts";
import { pushEntry, startGlide } from "../../components/places.ts";
import { prefersReducedMotion } from "../../components/reduced-motion.ts";

export function jump(event: MouseEvent<HTMLAnchorElement>): void {
  if (!isPlainClick(event)) return;
  const { hash } = event.currentTarget;
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  event.preventDefault();
  stay();
  if (location.hash !== hash) pushEntry(hash);
  startGlide();
  target.scrollIntoView({ behavior: prefersReducedMotion() ? "auto" : "smooth" });
  target.focus({ preventScroll: true });
}
