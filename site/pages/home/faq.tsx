import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import { HomeSection } from "./home-section.tsx";
import css from "./faq.module.css";

export function Faq(faq: NonNullable<HomeContent["faq"]>) {
  return (
    <HomeSection id="faq" {...faq} className={css.faq}>
      <div className={css.questions}>
        {faq.items.map(({ question, answer, sample }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>
              {`${answer} `}
              <SampleMark sample={sample} />
            </p>
          </details>
        ))}
      </div>
    </HomeSection>
  );
}
