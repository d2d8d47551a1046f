/** The words of both headers, and where their links lead. */
import type { Content } from "./schema.ts";

export const header: Content["header"] = {
  skipLink: "Skip to content",
  menuButton: "Menu",
  menuLabel: "Sections",
  bookCall: "Book a Call",
  pickTime: "Pick a time",
  sendNote: "Or send us a note",
  /** Before the phone number. */
  call: "Call",
  backHome: "BACK TO HOME",
  /** Read to screen readers behind links that open elsewhere. */
  newTab: "Opens in a new tab",
};

export const sections: Content["sections"] = [
  { label: "HOME", id: "hero" },
  { label: "ABOUT", id: "about" },
  { label: "FEATURES", id: "features" },
  { label: "TESTIMONIALS", id: "testimonials" },
];
