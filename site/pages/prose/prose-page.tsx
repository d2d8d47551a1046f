/** A page of text alone, made of a Markdown file at build. It works without script: the one that it gets notes where the visit began. */
import { PlainHeader } from "../../components/plain-header.tsx";
import { SharedWordsContext } from "../../components/shared-words.ts";
import type { SharedWords } from "../../words.ts";

/** @param html made by the build, in which HTML that stood in the text is escaped */
export function ProsePage({ html, words }: { html: string; words: SharedWords }) {
  return (
    <SharedWordsContext value={words}>
      <PlainHeader />
      <main id="main" tabIndex={-1} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </SharedWordsContext>
  );
}
