/** All of the content, by file. */
export * as about from "./about.ts";
export * as "book-call" from "./book-call.ts";
export * as contact from "./contact.ts";
export * as demo from "./demo.ts";
export * as error from "./error.ts";
export * as faq from "./faq.ts";
export * as features from "./features.ts";
export * as footer from "./footer.ts";
export * as header from "./header.ts";
export * as hero from "./hero.ts";
export * as inbox from "./inbox.ts";
export * as mail from "./mail.ts";
export * as pages from "./pages.ts";
export * as schedule from "./schedule.ts";
export * as services from "./services.ts";
export * as site from "./site.ts";
export * as testimonials from "./testimonials.ts";
