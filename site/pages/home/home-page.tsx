/** The landing page: the header, then its sections in the specified order. */
import { Suspense, use } from "react";
import { NewTabNote } from "../../components/button.tsx";
import { usePage } from "../../components/navigation.ts";
import type { HomeWords } from "../../words.ts";
import { CallBar } from "./call-bar.tsx";
import { Header } from "./header.tsx";
import { Hero } from "./hero.tsx";

/** The code of what needs no script. Without it and its words, the HTML of it stays as it is. */
type StaticSections = typeof import("./static-sections.tsx");

function HomePage({ words, code }: { words: HomeWords; code: StaticSections | undefined }) {
  const { below } = words;
  usePage(words.title, "headline");
  return (
    <>
      <Header {...words} />
      <main id="main" tabIndex={-1}>
        <Hero {...words} />
        <Suspense>{code && below ? <code.Sections {...below} /> : <LeftAsHtml />}</Suspense>
      </main>
      <Suspense>{code && below ? <code.Footer {...below} /> : <LeftAsHtml />}</Suspense>
      <CallBar {...words} />
      <NewTabNote>{words.header.newTab}</NewTabNote>
    </>
  );
}

const NEVER = new Promise<null>(() => undefined);

/** Keeps the boundary around it from ever being hydrated. */
function LeftAsHtml() {
  return use(NEVER);
}

/** The page in its words. */
export const homePage = (words: HomeWords, code: StaticSections | undefined) => ({
  Page: () => <HomePage words={words} code={code} />,
});
