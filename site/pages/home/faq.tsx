import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import css from "./faq.module.css";
import head from "./section-head.module.css";

export function Faq({ heading, lead, items }: NonNullable<HomeContent["faq"]>) {
  return (
    <section
      id="faq"
      tabIndex={-1}
      aria-labelledby="faq-heading"
      className={css.faq}
    >
      <div className={css.inner}>
        <div className={head.head}>
          <h2 id="faq-heading">{heading}</h2>
          <p className={head.lead}>{lead}</p>
        </div>
        <div className={css.questions}>
          {items.map(({ question, answer, sample }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>
                {`${answer} `}
                <SampleMark sample={sample} />
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
