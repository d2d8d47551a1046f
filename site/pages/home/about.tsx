import { fillIn } from "../../../contract/content/fill-in.ts";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import { HomeSection } from "./home-section.tsx";
import css from "./about.module.css";

type AboutContent = NonNullable<HomeContent["about"]>;

export function About(about: AboutContent) {
  return (
    <HomeSection id="about" {...about} className={css.about}>
      {about.sheet.calls.some(({ job }) => job) && <Sheet {...about.sheet} />}
      <Clock {...about.clock} calls={about.sheet.calls} />
      {about.figures.length > 0 && <Figures figures={about.figures} />}
    </HomeSection>
  );
}

function Figures({ figures }: Pick<AboutContent, "figures">) {
  return (
    <dl className={css.figures}>
      {figures.map(({ figure, text, basis, sample }) => (
        <div key={figure}>
          <dt>{figure}</dt>
          <dd>{text}</dd>
          {basis && (
            <dd className={css.basis}>
              {`${basis} `}
              <SampleMark sample={sample} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

type ClockProps = AboutContent["clock"] & Pick<AboutContent["sheet"], "calls">;

function Clock({ label, marks, crew, shift, calls }: ClockProps) {
  return (
    <div className={css.clock} role="img" aria-label={label}>
      <span className={css.shift}>
        {shift}
        <svg className={css.calls}>
          {calls.map(({ hour }) => (
            <circle
              key={hour}
              cx={`${((hour / 24) * 100).toFixed(1)}%`}
              cy="50%"
              r="4"
            />
          ))}
        </svg>
      </span>
      <span className={css.crew}>{crew}</span>
      <span className={css.marks}>
        {marks.map((mark, index) => (
          // The last mark repeats the first, so a mark cannot be a key.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{mark}</span>
        ))}
      </span>
    </div>
  );
}

function Sheet({ title, calls, stamp }: AboutContent["sheet"]) {
  const jobs = calls.flatMap(({ job }) => job ?? []);
  return (
    <div className={css.sheet}>
      <h3>{title}</h3>
      <ul>
        {jobs.map(({ time, text, visit }) => (
          <li key={time}>
            <span>{time}</span> {text} <b>{visit}</b>
          </li>
        ))}
      </ul>
      <p className={css.stamp}>
        {fillIn(stamp, { calls: calls.length, count: jobs.length })}
      </p>
    </div>
  );
}
