/** The page for everything that has no page: "Unexpected Application Error!" and the status or the message. */
import { BOOK_CALL, HOME } from "../../../contract/routes.ts";
import { buttonClass } from "../../components/button.tsx";
import { PlainHeader } from "../../components/plain-header.tsx";
import { usePage } from "../../components/navigation.ts";
import { errorPage } from "../../content/error.ts";
import { pages } from "../../content/pages.ts";
import css from "./error-page.module.css";

type ErrorPageProps = { status: number } | { message: string };

export function ErrorPage(props: ErrorPageProps) {
  usePage(pages.error.title, "error");
  return (
    <>
      <PlainHeader />
      <main id="main" className={css.page}>
        <h1 id="error" tabIndex={-1}>
          {errorPage.heading}
        </h1>
        <p className={css.status}>{"message" in props ? props.message : statusLine(props.status)}</p>
        <p className={css.lead}>
          {"status" in props && props.status === 404 ? errorPage.lead[404] : errorPage.lead.other}
        </p>
        {/* Plain links: after an error a fresh load is the safer way back. */}
        <p className={css.ways}>
          <a className={buttonClass({})} href={BOOK_CALL.path}>
            {errorPage.bookCall}
          </a>
          <a className={buttonClass({ look: "plain" })} href={HOME.path}>
            {errorPage.home}
          </a>
        </p>
      </main>
    </>
  );
}

/** `404` becomes `404 Not Found`; a status without a text stands alone. */
function statusLine(status: number): string {
  return `${status} ${errorPage.statusTexts[status] ?? ""}`.trim();
}
