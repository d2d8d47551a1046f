/** A recorded call under the board's conversation: its waveform, and at a press its sound, with captions in step. */
import { Pause, Play } from "lucide";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { Icon } from "../../components/icon.tsx";
import type { HomeContent } from "../../page-content.ts";
import css from "./board.module.css";

type Heard = NonNullable<HomeContent["board"]["heard"]>;

/** Without a script it is a link to the file. */
export function Recording({ label, length, src, wave, captions, pause }: Heard) {
  const loading = useRef<Promise<HTMLAudioElement>>(undefined);
  const [said, setSaid] = useState("");
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => () => void loading.current?.then((audio) => audio.pause()), []);

  /** As a whole, since Safari plays addresses only of servers that send parts. */
  async function load(): Promise<HTMLAudioElement> {
    const answer = await fetch(src);
    if (!answer.ok) throw new Error(`The recording was answered with ${answer.status}.`);
    const audio = new Audio(URL.createObjectURL(await answer.blob()));
    const follow = () => {
      setPlaying(!audio.paused);
      setSaid(captions.filter(({ from }) => from <= audio.currentTime).pop()?.text ?? "");
    };
    for (const type of ["play", "pause", "timeupdate"]) audio.addEventListener(type, follow);
    return audio;
  }

  function press(event: MouseEvent): void {
    event.preventDefault();
    const turn = (audio: HTMLAudioElement) => (audio.paused ? audio.play() : audio.pause());
    (loading.current ??= load()).then(turn).catch((error: unknown) => {
      // A pause before the first sound rejects `play()` (HTML standard, `pause()`).
      const isPaused = error instanceof DOMException && error.name === "AbortError";
      if (!isPaused) location.assign(src);
    });
  }

  return (
    <div className={css.recording}>
      <a href={src} onClick={press} aria-label={isPlaying ? pause : undefined}>
        <Icon drawing={isPlaying ? Pause : Play} size={20} />
        <span>{`${label}, ${length}`}</span>
        <svg viewBox="0 0 120 40" aria-hidden="true">
          <path d={wave} />
        </svg>
      </a>
      {said && <p>{said}</p>}
    </div>
  );
}
