import { useEffect, useRef, useState } from "react";
import { useHydrated } from "../../components/use-hydrated.ts";
import type { HomeContent } from "../../page-content.ts";
import css from "./headline.module.css";
import { prefersReducedMotion } from "../../components/motion.ts";
import { isDemoOpen } from "./await-late-code.ts";

/** The specification sets these times. */
const TYPE_MS = 100;
const WAIT_MS = 2000;
const DELETE_MS = 50;

export type Typing = {
  phrase: number;
  letters: number;
  step: "type" | "wait" | "delete";
};

export const NOTHING_TYPED: Typing = { phrase: 0, letters: 0, step: "type" };

export function nextTyping(
  now: Typing,
  phrases: readonly string[],
): { after: number; next: Typing } {
  const length = phrases[now.phrase]?.length ?? 0;
  switch (now.step) {
    case "type": {
      const letters = now.letters + 1;
      const step = letters >= length ? "wait" : "type";
      return { after: TYPE_MS, next: { ...now, letters, step } };
    }
    case "wait":
      return { after: WAIT_MS, next: { ...now, step: "delete" } };
    case "delete":
      return now.letters > 0
        ? { after: DELETE_MS, next: { ...now, letters: now.letters - 1 } }
        : {
            after: 0,
            next: {
              ...NOTHING_TYPED,
              phrase: (now.phrase + 1) % phrases.length,
            },
          };
  }
}

function useTyping(phrases: readonly string[]) {
  const moves = useHydrated() && !prefersReducedMotion();
  const [paused, setPaused] = useState(false);
  const [typing, setTyping] = useState(NOTHING_TYPED);
  const current = useRef(NOTHING_TYPED);

  // One chain of timers serves all renders, so the timing does not wait for React to commit.
  useEffect(() => {
    if (paused || !moves) return;
    let timer = 0;
    function schedule(): void {
      const { after, next } = nextTyping(current.current, phrases);
      timer = window.setTimeout(() => {
        if (!isDemoOpen()) {
          current.current = next;
          setTyping(next);
        }
        schedule();
      }, after);
    }
    schedule();
    return () => clearTimeout(timer);
  }, [paused, moves, phrases]);

  const phrase = phrases[typing.phrase] ?? "";
  function toggle(): void {
    current.current = {
      phrase: typing.phrase,
      letters: phrase.length,
      step: "wait",
    };
    setTyping(current.current);
    setPaused(!paused);
  }

  return {
    moves,
    paused,
    toggle,
    typed: phrase.slice(0, typing.letters),
    rest: phrase.slice(typing.letters),
  };
}

export function Headline({ eyebrow, phrases, ...labels }: HomeContent["hero"]) {
  const { moves, paused, toggle, typed, rest } = useTyping(phrases);
  const label = paused ? labels.resume : labels.pause;
  return (
    <>
      <p className={css.eyebrow}>
        <span>{eyebrow}</span>
        <button
          type="button"
          className={css.pause}
          hidden={!moves}
          onClick={toggle}
          aria-label={label}
        >
          {paused ? labels.resumeSign : labels.pauseSign}
        </button>
      </p>
      <div className={css.sign}>
        <h1 id="headline" tabIndex={-1}>
          <span className={moves ? css.still : undefined}>{phrases[0]}</span>
          {moves && (
            <span
              className={css.typed}
              data-typed={typed}
              data-rest={rest}
              aria-hidden="true"
            >
              <span className={css.caret} />
            </span>
          )}
        </h1>
        {/* The phrases share a grid cell as high as the tallest phrase, so nothing moves. */}
        {phrases.slice(1).map((each) => (
          <p key={each} className={css.reserve} aria-hidden="true">
            {each}
          </p>
        ))}
      </div>
    </>
  );
}
