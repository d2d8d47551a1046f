/** A page of `content/pages/`. React does not hydrate this page. */

import { PlainPage } from "../../components/plain-page.tsx";
import "./markdown-page.css";

/** @param html must be safe: the page shows it as it is */
export function MarkdownPage({ html }: { html: string }) {
  return <PlainPage dangerouslySetInnerHTML={{ __html: html }} />;
}
