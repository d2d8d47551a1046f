/** What the agency promises: who answers around the clock, figures, and what comes with it. */
import type { StaticContent } from "../../page-content.ts";
import css from "./about.module.css";

type Words = StaticContent["about"];

export function About(about: Words) {
  return (
    <section id="about" tabIndex={-1} aria-labelledby="about-heading" className={css.about}>
      <div className={css.inner}>
        <div className={css.words}>
          <h2 id="about-heading">{about.heading}</h2>
          <p className={css.lead}>{about.lead}</p>
        </div>
        <Clock {...about.clock} />
        {about.figures.length > 0 && (
          <dl className={css.figures}>
            {about.figures.map(({ figure, text }) => (
              <div key={figure}>
                <dt>{figure}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {about.promises.length > 0 && (
          <ul className={css.promises} aria-label={about.promisesLabel}>
            {about.promises.map(({ title, text }) => (
              <li key={title}>
                <strong>{title}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** A rule of 24 hours: the crew's nine, the shift that covers all of them, and a lamp for each call outside. */
function Clock({ label, marks, crew, shift, calls }: Words["clock"]) {
  return (
    <div className={css.clock} role="img" aria-label={label}>
      <span className={css.shift}>
        {shift}
        <svg className={css.calls}>
          {calls.map((hour) => (
            <circle key={hour} cx={`${((hour / 24) * 100).toFixed(1)}%`} cy="50%" r="5" />
          ))}
        </svg>
      </span>
      <span className={css.crew}>{crew}</span>
      <span className={css.marks}>
        {marks.map((mark, index) => (
          // The day ends on the mark it began with.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{mark}</span>
        ))}
      </span>
    </div>
  );
}
