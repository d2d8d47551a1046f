import type { HomeContent } from "../../page-content.ts";
import css from "./headline.module.css";

/**
 * `typing.ts` types the phrases. The button's
 * data has the texts of its other state.
 */
export function Headline({ eyebrow, phrases, ...labels }: HomeContent["hero"]) {
  return (
    <>
      <p className={css.eyebrow}>
        <span>{eyebrow}</span>
        <button
          type="button"
          className={css.pause}
          hidden
          aria-label={labels.pause}
          data-label={labels.resume}
          data-sign={labels.resumeSign}
        >
          {labels.pauseSign}
        </button>
      </p>
      <div className={css.sign}>
        <h1 id="headline" tabIndex={-1}>
          <span>{phrases[0]}</span>
        </h1>
        {/* The phrases share a grid cell as high as
            the tallest phrase, so nothing moves. */}
        {phrases.slice(1).map((each) => (
          <p key={each} aria-hidden="true">
            {each}
          </p>
        ))}
      </div>
    </>
  );
}
