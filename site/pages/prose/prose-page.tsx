/** A page of text alone, made of a Markdown file at build. It works without script: the one that it gets notes where the visit began. */
import { PlainFooter } from "../../components/plain-footer.tsx";
import { PlainHeader } from "../../components/plain-header.tsx";
import { SharedContentContext } from "../../components/shared-content.ts";
import type { SharedContent } from "../../page-content.ts";

/** @param html made by the build, in which HTML that stood in the text is escaped */
export function ProsePage({ html, shared }: { html: string; shared: SharedContent }) {
  return (
    <SharedContentContext value={shared}>
      <PlainHeader />
      <main id="main" tabIndex={-1} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <PlainFooter />
    </SharedContentContext>
  );
}
