/** The error page. Heading and status texts are the specification's own form: "404 Not Found". */
import type { Content } from "./schema.ts";

export const errorPage: Content["errorPage"] = {
  heading: "Unexpected Application Error!",
  statusTexts: {
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Content Too Large",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
  },
  lead: {
    404: "Nothing is on the board at this address. These two are:",
    other: "That did not work. From here you can go to:",
  },
  home: "Back to the home page",
  bookCall: "Book a Call",
};
