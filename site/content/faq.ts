/** Questions and answers. While the list is empty the section is not on the page. */
import type { Content } from "./schema.ts";

export const faq: Content["faq"] = {
  heading: "Asked before every call",
  lead: "Short answers. The long ones fit into the call.",
  /** Each as `{ question: "Does it work with my phone number?", answer: "Yes. You keep it." }`. */
  items: [],
};
