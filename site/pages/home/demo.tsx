/** "Watch Demo": the dialog that plays a scripted conversation, or shows it as a transcript. */
import { List, Pause, Play, RotateCcw, X } from "lucide";
import { useEffect, useRef } from "react";
import { BOOK_CALL } from "../../../contract/routes.ts";
import { Button, PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useHydrated } from "../../components/use-hydrated.ts";
import type { HomeContent } from "../../page-content.ts";
import css from "./demo.module.css";
import { linesOut, started, transcript } from "./demo-player.ts";
import type { DemoControls } from "./use-demo.ts";

type DemoContent = HomeContent["demo"];

export function Demo({
  dialog,
  player,
  show,
  close,
  closeBeside,
  content: demo,
}: DemoControls & { content: DemoContent }) {
  const hydrated = useHydrated();
  const playing = player.mode === "playing";
  const ended = player.elapsed >= demo.seconds;
  const lines = linesOut(player, demo.lines);
  const log = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const view = log.current;
    if (view && playing && lines.length > 0) view.scrollTop = view.scrollHeight;
  }, [playing, lines.length]);

  // The pause, which may have had the focus, is gone.
  useEffect(() => {
    if (ended && document.activeElement === document.body) dialog.current?.querySelector("a")?.focus();
  }, [ended, dialog]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/no-noninteractive-element-interactions -- Escape is the dialog's own
    <dialog
      id="demo"
      ref={dialog}
      className={css.demo}
      aria-labelledby="demo-title"
      onClose={() => show(transcript)}
      onToggle={({ newState }) => newState === "closed" && show(transcript)}
      onClick={closeBeside}
      // Which its button opens and closes without script.
      popover="auto"
      {...{ closedby: "any" }}
    >
      <div className={css.head}>
        <h2 id="demo-title">{demo.title}</h2>
        <button
          type="button"
          className={css.close}
          aria-label={demo.close}
          onClick={close}
          popoverTarget="demo"
          popoverTargetAction="hide"
        >
          <Icon drawing={X} />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={css.log} role="log" aria-label={demo.logLabel} tabIndex={0} ref={log}>
        <p className={css.lead}>{demo.lead}</p>
        <ol className={css.lines}>
          {lines.map((line) => (
            <Line key={line.at} line={line} speakers={demo.speakers} />
          ))}
        </ol>
      </div>
      <progress className={css.progress} max={demo.seconds} value={player.elapsed} aria-hidden="true" />
      <p className={css.controls} hidden={!hydrated}>
        {ended ? (
          <PageLink compact href={BOOK_CALL.path}>
            {demo.book}
          </PageLink>
        ) : (
          <Button
            compact
            look="plain"
            onClick={() => show({ ...player, mode: playing ? "paused" : "playing" })}
          >
            <Icon drawing={playing ? Pause : Play} size={18} />
            <span className={css.control}>{playing ? demo.pause : demo.play}</span>
          </Button>
        )}
        <Button compact look="plain" onClick={() => show(started)}>
          <Icon drawing={RotateCcw} size={18} />
          <span className={css.control}>{demo.restart}</span>
        </Button>
        <Button compact look="plain" onClick={() => show(transcript)}>
          <Icon drawing={List} size={18} />
          <span className={css.control}>{demo.transcript}</span>
        </Button>
      </p>
    </dialog>
  );
}

function Line({ line, speakers }: { line: DemoContent["lines"][number]; speakers: DemoContent["speakers"] }) {
  if (line.kind === "event")
    return (
      <li className={css.event}>
        <strong>{line.event}</strong> {line.text}
      </li>
    );
  return (
    <li className={css[line.kind]}>
      <strong className={css.speaker}>{speakers[line.kind]}</strong> {line.text}
    </li>
  );
}
