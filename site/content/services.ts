import type { Content } from "./schema.ts";

/**
 * The services that the form offers, in this order; the footer lists the labels. A value stands in every lead that was stored with
 * it: change labels freely, and add or take off whole lines. Leads of a value that is gone show the value itself.
 */
export const services: Content["services"] = [
  { value: "ai-chatbot", label: "AI-powered Customer Chatbot" },
  { value: "crm-integration", label: "CRM Integration" },
  { value: "automated-followups", label: "Automated Follow-Ups & Reminders" },
  { value: "appointment-scheduling", label: "Appointment Scheduling" },
  { value: "custom-ai-automation", label: "Custom AI Automation" },
];
