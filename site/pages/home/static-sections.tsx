/**
 * The parts of the landing page that need no script: the board, and everything below the first screen. Whoever opens the page has
 * them as HTML, and React leaves that alone, so neither this code nor its words are fetched. Only a visit inside the
 * app, which has no HTML to start from, loads and renders them. Measured in `docs/decisions/0002-hydrate-late.md`.
 */
import type { StaticWords } from "../../words.ts";
import { About } from "./about.tsx";
import { Board } from "./board.tsx";
import { Contact } from "./contact.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Footer } from "./footer.tsx";
import { Testimonials } from "./testimonials.tsx";

/** Each as it stands in the page. */
export const staticSections = (words: StaticWords) => ({
  board: <Board {...words.board} />,
  belowHero: (
    <>
      <About {...words.about} />
      {words.features.items.length > 0 && <Features {...words} />}
      {words.testimonials.items.length > 0 && <Testimonials {...words.testimonials} />}
      {words.faq.items.length > 0 && <Faq {...words.faq} />}
      <Contact {...words.contact} />
    </>
  ),
  footer: <Footer {...words} />,
});
