/**
 * The typing headline. Every phrase stands in the same grid cell, unseen, so that the tallest one sets the height
 * at every width and nothing below it moves. A screen reader hears the first phrase and nothing of the typing.
 */
import { Pause, Play } from "lucide";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { useHydrated } from "../../components/use-hydrated.ts";
import { useReducedMotion } from "../../components/reduced-motion.ts";
import type { HomeWords } from "../../words.ts";
import css from "./headline.module.css";
import { held, nextTyping } from "./typing.ts";

export function Headline({ phrases, pause, resume }: HomeWords["hero"]) {
  const still = useReducedMotion();
  const moves = useHydrated() && !still;
  const [paused, setPaused] = useState(false);
  const [typing, setTyping] = useState(() => held(phrases, 0));
  const current = useRef(0);

  // One chain of timers, not one for each render: the rhythm does not wait for React to commit.
  useEffect(() => {
    if (paused || still) return;
    let now = held(phrases, current.current);
    let timer = 0;
    function wait(): void {
      const { after, next } = nextTyping(now, phrases);
      timer = window.setTimeout(() => {
        now = next;
        current.current = next.phrase;
        setTyping(next);
        wait();
      }, after);
    }
    wait();
    return () => clearTimeout(timer);
  }, [paused, still, phrases]);

  function toggle(): void {
    setTyping(held(phrases, typing.phrase));
    setPaused(!paused);
  }

  const phrase = phrases[still ? 0 : typing.phrase] ?? "";
  const shown = still ? phrase.length : typing.shown;
  return (
    <div className={css.headline}>
      <h1 id="headline" tabIndex={-1} className={css.sign}>
        <span className="hidden">{phrases[0]}</span>
        {phrases.map((each) => (
          <span key={each} className={css.reserve} aria-hidden="true">
            {each}
          </span>
        ))}
        <span className={css.typed} aria-hidden="true" data-typed>
          {phrase.slice(0, shown)}
          <span className={css.caret} data-rest={phrase.slice(shown)} />
        </span>
      </h1>
      <button
        type="button"
        className={css.pause}
        hidden={!moves}
        onClick={toggle}
        aria-label={paused ? resume : pause}
      >
        <Icon drawing={paused ? Play : Pause} size={18} />
      </button>
    </div>
  );
}
