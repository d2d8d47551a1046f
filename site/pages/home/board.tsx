/** The mock chat panel: a dispatcher's log of one evening, and three lamps that light one after another. */
import type { StaticContent } from "../../page-content.ts";
import css from "./board.module.css";

export function Board(board: StaticContent["board"]) {
  return (
    <figure className={css.board} aria-label={board.label}>
      <p className={css.head}>
        <span>{board.title}</span>
        <span>{board.clock}</span>
      </p>
      <ol className={css.log}>
        {board.messages.map((message) => (
          <li key={message.text} className={message.ours ? css.ours : css.theirs}>
            <p className={css.from}>
              {message.from} <span>{message.time}</span>
            </p>
            <p>{message.text}</p>
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
