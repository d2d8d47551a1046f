/** React does not hydrate this page. */

import { Phone } from "lucide";
import type { Content, Trade } from "../../../contract/content/schema.ts";
import { BOOK_CALL } from "../../../contract/http/routes.ts";
import { Brand } from "../../components/brand.tsx";
import { Icon } from "../../components/icon.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { SkipLink } from "../../components/skip-link.tsx";
import * as sections from "../../page-sections.ts";
import { Board, DoneForYou } from "../home/board.tsx";
import { CallBar } from "../home/call-bar.tsx";
import { Contact } from "../home/contact.tsx";
import { Demo } from "../home/demo.tsx";
import { Faq } from "../home/faq.tsx";
import { Features } from "../home/features.tsx";
import { Footer } from "../home/footer.tsx";
import { WatchDemo } from "../home/hero.tsx";
import { NewTabNote, PickTimeLink } from "../home/scheduling-link.tsx";
import { Slip } from "../home/testimonials.tsx";
import top from "../../components/plain-header.module.css";
import headlineCss from "../home/headline.module.css";
import heroCss from "../home/hero.module.css";
import css from "../home/home-section.module.css";
import slips from "../home/testimonials.module.css";
import "./trade-page.css";

interface TradeProps {
  content: Content;
  trade: Trade;
}

export function TradePage({ content, trade }: TradeProps) {
  const { header, legalLinks } = content;
  const features = sections.jobsOf(content, trade);
  const missed = sections.missedOf(content, trade);
  const faq = sections.faqOf(content, trade);
  return (
    <>
      <TradeHeader header={header} />
      <main id="main" tabIndex={-1}>
        <FirstScreen content={content} trade={trade} />
        <Problem content={content} trade={trade} />
        {features && (
          <Features features={features} route={undefined} missed={missed} />
        )}
        {faq && <Faq {...faq} />}
        <Contact {...sections.contactOf(content, trade.call)} link={header} />
      </main>
      <Footer footer={sections.footerOf(content)} legalLinks={legalLinks} />
      <CallBar header={header} />
      <NewTabNote>{header.newTab}</NewTabNote>
    </>
  );
}

function TradeHeader({ header }: Pick<Content, "header">) {
  const { contactPhone, phoneUrl } = useSharedContent().site;
  return (
    <header className={`${top.header} ${top.stays}`}>
      <SkipLink />
      <div className={top.inner}>
        <Brand />
        <p className={top.ways}>
          <a className={top.phone} href={phoneUrl}>
            <Icon drawing={Phone} size={18} />
            {contactPhone}
          </a>
          <PickTimeLink compact {...header} />
        </p>
      </div>
    </header>
  );
}

function FirstScreen({ content, trade }: TradeProps) {
  const { header, hero, board } = content;
  const { doneForYou, schedulePage } = content;
  const demo = sections.demoOf(content, trade.board, trade.recording);
  const drawing = sections.inlineDrawing(trade.drawing, content);
  return (
    <section aria-labelledby="headline" className={`${heroCss.hero} trade`}>
      <div className={heroCss.text}>
        <p className={headlineCss.eyebrow}>
          <span>{trade.eyebrow}</span>
        </p>
        <div className={headlineCss.sign}>
          <h1 id="headline">{trade.headline}</h1>
        </div>
        <p className={heroCss.lead}>{trade.lead}</p>
        <p className={heroCss.actions}>
          <PickTimeLink {...header} />
          {demo && <WatchDemo>{hero.watchDemo}</WatchDemo>}
        </p>
        <p className={heroCss.note}>
          {`${hero.note} `}
          <SampleMark sample={content.offer?.sample} />{" "}
          <a href={BOOK_CALL.path}>{header.sendNote}</a>
        </p>
      </div>
      {drawing && (
        // The HTML contains the drawing, because the first screen shows it.
        <svg
          className="trade-drawing"
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: drawing }}
        />
      )}
      <Board {...board} {...trade.board} stamp={schedulePage.stamp} />
      {doneForYou && <DoneForYou {...doneForYou} />}
      {demo && <Demo {...demo} />}
    </section>
  );
}

function Problem({ content, trade }: TradeProps) {
  const { problem } = trade;
  const testimonial = sections.testimonialOf(content, trade);
  return (
    <section
      aria-labelledby="problem"
      className={`${css.paper} ${slips.testimonials}`}
    >
      <div className={`${css.inner} trade-problem`}>
        <div className={css.head}>
          <h2 id="problem">{problem.heading}</h2>
          {problem.text.map((paragraph) => (
            <p key={paragraph} className={css.lead}>
              {paragraph}
            </p>
          ))}
        </div>
        {testimonial && content.testimonials && (
          <ul className={slips.slips}>
            <Slip item={testimonial} labels={content.testimonials} />
          </ul>
        )}
      </div>
    </section>
  );
}
