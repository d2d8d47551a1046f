import { OurPhone } from "../../components/phone-link.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import css from "./missed-calls.module.css";
import { PickTimeLink } from "./scheduling-link.tsx";
import { Portrait } from "./testimonials.tsx";

type Missed = NonNullable<HomeContent["missed"]>;

export function MissedCalls({ heading, sliders, booked, ...missed }: Missed) {
  const { formula, line, money } = missed;
  return (
    <div className={css.missed}>
      <div
        id="missed"
        data-booked={booked}
        data-formula={formula}
        data-line={line}
        data-money={money}
      >
        <h3>{heading}</h3>
        {sliders.map(({ name, label, reading, from, to, step, value }) => (
          <label key={name}>
            {label}
            {/* A script changes this text, not React. Screen readers read the slider's value. */}
            <b aria-hidden="true" suppressHydrationWarning>
              {reading}
            </b>
            <input
              type="range"
              name={name}
              min={from}
              max={to}
              step={step}
              defaultValue={value}
            />
          </label>
        ))}
        <p className={css.result}>
          <output className={css.amount} suppressHydrationWarning>
            {missed.amount}
          </output>{" "}
          {missed.result}
        </p>
        <p className={css.formula} data-sum="" suppressHydrationWarning>
          {missed.sum}
        </p>
        <PickTimeLink {...missed.header} />
        <p className={css.call}>
          {missed.callIntro} <OurPhone />
        </p>
      </div>
      {missed.case && <Case {...missed.case} />}
    </div>
  );
}

function Case({
  name,
  business,
  portrait,
  heading,
  ...texts
}: NonNullable<Missed["case"]>) {
  const { before, after, source, sample } = texts;
  const most = Math.max(before.count, after.count);
  return (
    <figure className={css.case}>
      <figcaption>
        <Portrait portrait={portrait} />
        <span>
          <strong>{name}</strong>
          {` ${business} `}
          <SampleMark sample={sample} />
        </span>
      </figcaption>
      <h4>{heading}</h4>
      <dl>
        {[before, after].map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <svg aria-hidden="true">
                <rect
                  width={`${Math.round((count / most) * 100)}%`}
                  height="100%"
                />
              </svg>
              {count}
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.formula}>{source}</p>
    </figure>
  );
}
