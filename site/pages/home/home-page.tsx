/** The landing page: the header, then its sections in the specified order. */
import type { ReactNode } from "react";
import { StaticPart } from "../../components/static-part.tsx";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { HomeContent } from "../../page-content.ts";
import { CallBar } from "./call-bar.tsx";
import { Header } from "./header.tsx";
import { Hero } from "./hero.tsx";
import { NewTabNote } from "./scheduling-link.tsx";

/** Parts that need no script. A missing part keeps the page's HTML. */
type StaticParts = Partial<Record<"board" | "belowHero" | "footer", ReactNode>>;

export const Page = ({ content, board, belowHero, footer }: StaticParts & { content: HomeContent }) => {
  usePageTitle(content.title);
  return (
    <>
      <Header {...content} />
      <main id="main" tabIndex={-1}>
        <Hero {...content} board={<StaticPart>{board}</StaticPart>} />
        <StaticPart>{belowHero}</StaticPart>
      </main>
      <StaticPart>{footer}</StaticPart>
      <CallBar {...content} />
      <NewTabNote>{content.header.newTab}</NewTabNote>
    </>
  );
};
