/** What stands above the form where it cannot work without script: the other two ways to reach the agency. */
import { telephone } from "../../components/telephone.ts";
import { bookCall } from "../../content/book-call.ts";
import { site } from "../../content/site.ts";
import css from "./lead-form.module.css";

export function NeedsScript() {
  return (
    <noscript>
      <p className={css.needsScript}>
        {bookCall.needsScript.before} <a href={telephone(site.contactPhone)}>{site.contactPhone}</a>{" "}
        {bookCall.needsScript.or} <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>.
      </p>
    </noscript>
  );
}
