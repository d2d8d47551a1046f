/** Which file of a content folder has which parts of the content. Trades have a file each. */
const words = (text: string): readonly string[] => text.split(" ");

export const CONTENT_FILES: Readonly<Record<string, readonly string[]>> = {
  "site.yaml": words("locale site sampleMark colors confirmed logo legalLinks pages"),
  "home.yaml": words(
    "header sections hero doneForYou board demo about features route missed testimonials faq contact footer",
  ),
  "book-call.yaml": words("bookCall services serviceChoice fields fieldProblems failures tiles confirmation"),
  "schedule.yaml": words("workingHours schedulePlaces schedulePage zoneNames"),
  "mail.yaml": words("mail"),
  "inbox.yaml": words("inbox leadContent linkPages calls"),
  "messages.yaml": words("errorPage messages testLead"),
};
