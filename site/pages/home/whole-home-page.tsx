/** The whole landing page: for the server and for navigation inside the app. Other visits do not load it. */
import type { HomeContent, StaticContent } from "../../page-content.ts";
import { About } from "./about.tsx";
import { Board, DoneForYou } from "./board.tsx";
import { Contact } from "./contact.tsx";
import { Demo } from "./demo.tsx";
import { Faq } from "./faq.tsx";
import { Features } from "./features.tsx";
import { Footer } from "./footer.tsx";
import { Page as HomePage } from "./home-page.tsx";
import { Testimonials } from "./testimonials.tsx";

export const Page = ({ content }: { content: HomeContent }) => {
  const { staticContent } = content;
  return (
    <HomePage
      content={content}
      board={
        staticContent && (
          <>
            <Board {...staticContent.board} />
            <DoneForYou {...staticContent.doneForYou} />
            <Demo {...staticContent.demo} />
          </>
        )
      }
      belowHero={staticContent && <BelowHero {...staticContent} />}
      footer={staticContent && <Footer {...staticContent} />}
    />
  );
};

export function BelowHero({ about, features, route, missed, testimonials, faq, contact }: StaticContent) {
  return (
    <>
      <About {...about} />
      {features.items.length > 0 && <Features {...{ features, route, missed }} />}
      {testimonials.items.length > 0 && <Testimonials {...testimonials} />}
      {faq.items.length > 0 && <Faq {...faq} />}
      <Contact {...contact} />
    </>
  );
}
