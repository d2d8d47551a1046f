import type { Content } from "./schema.ts";

/** The footer's two lists and its labels. */
export const footer: Content["footer"] = {
  line: "AI automation for service businesses. Set up in 24-48 hours, on shift around the clock.",
  servicesLabel: "SERVICES",
  industriesLabel: "INDUSTRIES",
  industries: [
    "HVAC",
    "Plumbing",
    "Cleaning",
    "Landscaping",
    "Electrical and repair",
    "Pet grooming",
    "Professional services",
  ],
  contactLabel: "CONTACT",
  emailLabel: "Email",
  phoneLabel: "Phone",
};
