import type { Content } from "./schema.ts";

/** The lead form, its states and its confirmation. The words in capitals are the specification's own. */
export const bookCall: Content["bookCall"] = {
  heading: "Schedule your free strategy call",
  lead: "Short answers will do. A specialist reads them and gets back to you within 24 hours.",
  orderTitle: "WORK ORDER",
  orderName: "Free call, {minutes} minutes",
  required: "All fields are required unless marked optional.",
  optional: "optional",
  submit: "BOOK MY STRATEGY CALL",
  submitting: "PROCESSING...",
  consent:
    "By submitting, you agree to receive communication from us. Your business information is never shared with third parties.",
  privacyIntro: "More in our",
  nextLabel: "WHAT HAPPENS NEXT",
  next: [
    "You press the button. That is your part done.",
    "A specialist reads it and gets back to you within 24 hours.",
    "You talk for {minutes} minutes, {place}, and decide afterwards.",
  ],
  callIntro: "Rather talk now?",
  errorTitle: "Your request is not confirmed yet",
  tryAgain: "Try again",
  reach: { before: "Or reach us directly:", or: "or" },
  needsScript: {
    before: "This form needs JavaScript, which is switched off or did not arrive. Call",
    or: "or write to",
  },
};

/** The text of each field, in the order of the form. The placeholder never replaces the label. */
export const fields: Content["fields"] = {
  name: {
    label: "Full name",
    short: "Name",
    subject: "Your full name",
    missing: "Enter your full name.",
  },
  email: {
    label: "Email",
    subject: "Your email address",
    missing: "Enter your email address.",
    invalid: "Enter an email address in the right form, like name@example.com.",
    doubtful: "Is {text} right? If it is, send the form again. If not, correct it.",
  },
  company_name: {
    label: "Business name",
    short: "Business",
    subject: "Your business name",
    missing: "Enter your business name.",
  },
  selected_service: {
    label: "Primary service interest",
    short: "Interested in",
    subject: "The service",
    missing: "Pick the service you are most interested in.",
    invalid: "Pick one of the services in the list.",
  },
  problems: {
    label: "Business problems",
    hint: "What goes wrong today? Missed calls, slow quotes, no-shows.",
    subject: "The description of your business problems",
    missing: "Tell us what slows your business down.",
  },
  additional_info: {
    label: "Additional business information",
    short: "Additional information",
    hint: "Size of the crew, tools you use, anything we should know.",
    subject: "The additional business information",
    missing: "Enter additional business information, or leave it empty.",
  },
};

/** `{subject}` is the field's, `{limit}` a number of characters. */
export const fieldProblems: Content["fieldProblems"] = {
  tooLong: "{subject} is too long. Shorten it to {limit} characters or fewer.",
  unreadable: "{subject} contains characters that we cannot read. Remove them and send it again.",
  /** The form that books a call by phone. */
  callNumber: "Enter the phone number that we call, in digits and with its area code.",
};

export const serviceChoice = "Pick one";

/** Failures that the backend has no words for. Each says that nothing was lost. */
export const failures: Content["failures"] = {
  network:
    "The connection broke before the server answered. Everything you typed is still here, and sending it again will not book twice. Check your connection and press the button again.",
  timeout:
    "The server took too long to answer. Everything you typed is still here, and sending it again will not book twice. Please press the button again.",
  unreadable:
    "The server answered in a way that we could not read, so we cannot say that your request arrived. Everything you typed is still here. Please press the button again.",
};

export const tiles: Content["tiles"] = [
  { icon: "lock", title: "Secure and confidential", text: "What you tell us stays with us." },
  { icon: "clock", title: "Quick response", text: "You hear from a specialist within 24 hours." },
  { icon: "check", title: "No obligation", text: "The call is free, and no is a fine answer." },
];

export const confirmation: Content["confirmation"] = {
  heading: "MISSION ACCOMPLISHED",
  lead: "Your strategy call has been initiated.",
  sentTo: "Sent to",
  stamp: "RECEIVED",
  steps: [
    "Our specialists will contact you within 24 hours.",
    "Check your email for confirmation.",
    "Sooner is better? Call {brand} and we pick up where the form left off.",
  ],
  /** Where the site has its own scheduling page. */
  pickTime: "Pick a time for the call now",
  back: "RETURN TO BASE",
};
