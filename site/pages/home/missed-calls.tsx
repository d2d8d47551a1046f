import { OurPhone } from "../../components/phone-link.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import { Bars } from "./bars.tsx";
import { PickTimeLink } from "./scheduling-link.tsx";
import { Portrait } from "./testimonials.tsx";
import css from "./missed-calls.module.css";

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
        <div>
          {sliders.map((slider) => (
            <Slider key={slider.name} {...slider} />
          ))}
        </div>
        <div>
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
      </div>
      {missed.case && <Case {...missed.case} />}
    </div>
  );
}

/**
 * A script changes the shown value and its words for screen readers, not React.
 */
function Slider({
  label,
  reading,
  value,
  ...range
}: Missed["sliders"][number]) {
  const { name, from, to, step } = range;
  return (
    <label>
      {label}
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
        aria-valuetext={reading}
        suppressHydrationWarning
      />
    </label>
  );
}

function Case(shown: NonNullable<Missed["case"]>) {
  const { name, business, portrait } = shown;
  const { heading, before, after } = shown;
  return (
    <figure className={css.case}>
      <figcaption>
        <Portrait portrait={portrait} />
        <span>
          <strong>{name}</strong>
          {` ${business} `}
          <SampleMark sample={shown.sample} />
        </span>
      </figcaption>
      <h4>{heading}</h4>
      <Bars rows={[before, after]} />
      <p className={css.formula}>{shown.source}</p>
    </figure>
  );
}
