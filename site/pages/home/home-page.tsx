/** The landing page: the header, then its sections in the specified order. */
import { Suspense, use, type ReactNode } from "react";
import { usePage } from "../../components/navigation.ts";
import type { HomeWords } from "../../words.ts";
import { CallBar } from "./call-bar.tsx";
import { Header } from "./header.tsx";
import { Hero } from "./hero.tsx";
import { NewTabNote } from "./scheduling-link.tsx";

interface HomePageProps {
  words: HomeWords;
  /** What needs no script; where it is not given, it is there as HTML and stays as it is. */
  sections: ReturnType<typeof import("./static-sections.tsx").staticSections> | undefined;
}

export function HomePage({ words, sections }: HomePageProps) {
  usePage(words.title, "headline");
  return (
    <>
      <Header {...words} />
      <main id="main" tabIndex={-1}>
        <Hero {...words} board={<OrAsHtml>{sections?.board}</OrAsHtml>} />
        <OrAsHtml>{sections?.belowHero}</OrAsHtml>
      </main>
      <OrAsHtml>{sections?.footer}</OrAsHtml>
      <CallBar {...words} />
      <NewTabNote>{words.header.newTab}</NewTabNote>
    </>
  );
}

function OrAsHtml({ children }: { children: ReactNode }) {
  return <Suspense>{children ?? <NeverHydrated />}</Suspense>;
}

const NEVER = new Promise<null>(() => undefined);

function NeverHydrated() {
  return use(NEVER);
}
