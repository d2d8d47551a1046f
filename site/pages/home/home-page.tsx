import { useEffect } from "react";
import { prefersReducedMotion } from "../../components/motion.ts";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { HomeContent } from "../../page-content.ts";
import { About } from "./about.tsx";
import { Board, DoneForYou } from "./board.tsx";
import { CallBar } from "./call-bar.tsx";
import { Contact } from "./contact.tsx";
import { Demo } from "./demo.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Hero } from "./hero.tsx";
import { startMovingParts } from "./moving-parts.ts";
import { NewTabNote } from "./scheduling-link.tsx";
import { Testimonials } from "./testimonials.tsx";

/** The specification sets the order of the sections. */
export default function HomePage({ content }: { content: HomeContent }) {
  usePageTitle(content.title);
  useEffect(() => startMovingParts(prefersReducedMotion()), []);
  const { about, demo, doneForYou } = content;
  const { features, testimonials, faq } = content;
  return (
    <>
      <Header {...content} />
      <main id="main" tabIndex={-1}>
        <Hero {...content}>
          <Board {...content.board} />
          {doneForYou && <DoneForYou {...doneForYou} />}
          {demo && <Demo {...demo} />}
        </Hero>
        {about && <About {...about} />}
        {features && <Features {...content} features={features} />}
        {testimonials && <Testimonials {...testimonials} />}
        {faq && <Faq {...faq} />}
        <Contact {...content.contact} />
      </main>
      <Footer {...content} />
      <CallBar {...content} newTabAlways />
      <NewTabNote>{content.header.newTab}</NewTabNote>
    </>
  );
}
