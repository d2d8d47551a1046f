/** The mock chat panel: a dispatcher's log of one evening, and three lamps that light one after another. */
import type { HomeContent } from "../../page-content.ts";
import css from "./board.module.css";
import hero from "./hero.module.css";

export function Board(board: HomeContent["board"]) {
  return (
    <figure className={css.board} aria-label={board.label}>
      <p className={css.head}>
        <span>{board.title}</span>
        <span>{board.clock}</span>
      </p>
      <ol className={css.log}>
        {board.messages.map(({ time, caller, assistant }) => (
          <li key={caller ?? assistant} className={assistant ? css.ours : css.theirs}>
            <p className={css.from}>
              {assistant ? board.assistant : board.caller} <span>{time}</span>
            </p>
            <p>{caller ?? assistant}</p>
          </li>
        ))}
      </ol>
      <ul className={css.lamps} aria-label={board.statusLabel}>
        {board.statuses.map(({ label, lamp }) => (
          <li key={label} className={css[lamp]}>
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}

export function DoneForYou({ line, tradesLabel, trades }: HomeContent["doneForYou"]) {
  return (
    <div className={hero.done}>
      <p>{line}</p>
      {trades.length > 0 && (
        <ul aria-label={tradesLabel}>
          {trades.map(({ name, path }) => (
            <li key={name}>
              <a href={path}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
