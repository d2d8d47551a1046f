/**
 * What stands above the form where it cannot work without script: the other two ways to reach the agency. At once where
 * script is switched off, after some seconds where it did not arrive, and never once it is there.
 */
import { useSharedWords } from "../../components/shared-words.ts";
import { telephone } from "../../../contract/telephone.ts";
import type { BookCallWords } from "../../words.ts";
import css from "./lead-form.module.css";

type Words = BookCallWords["bookCall"]["needsScript"];

export function NeedsScript({ before, or }: Words) {
  const { site } = useSharedWords();
  return (
    <p className={css.needsScript}>
      {before} <a href={telephone(site.contactPhone)}>{site.contactPhone}</a> {or}{" "}
      <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>.
    </p>
  );
}
