import type { HomeContent } from "../../page-content.ts";
import css from "./board.module.css";
import hero from "./hero.module.css";

export function Board({
  stamp,
  ...board
}: HomeContent["board"] & { stamp?: string }) {
  return (
    <figure className={css.board} aria-label={board.label}>
      <p className={css.head}>
        <span>{board.title}</span>
        <span>{board.clock}</span>
      </p>
      <ol className={css.log}>
        {board.messages.map(({ caller, assistant }) => (
          <li
            key={caller ?? assistant}
            className={assistant ? css.ours : css.theirs}
          >
            <p className={css.from}>
              {assistant ? board.assistant : board.caller}
            </p>
            <p>{caller ?? assistant}</p>
          </li>
        ))}
      </ol>
      {stamp && (
        <p className="trade-booked">
          <b>{stamp}</b> <span>{board.ending.booked}</span>
        </p>
      )}
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

type DoneForYouContent = NonNullable<HomeContent["doneForYou"]>;
type DoneForYouProps = Pick<DoneForYouContent, "lines"> &
  Partial<DoneForYouContent>;

/** A trade's page does not link to other trades. */
export function DoneForYou({
  lines,
  tradesLabel,
  trades = [],
}: DoneForYouProps) {
  return (
    <div className={hero.done}>
      <p>
        {lines.map((line) => (
          <span key={line}>{`${line} `}</span>
        ))}
      </p>
      {trades.length > 0 && (
        <ul aria-label={tradesLabel}>
          {trades.map(({ name, path, drawing }) => (
            <li key={name}>
              <a href={path}>
                <TradeDrawing src={drawing} />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * `moving-parts.ts` names the file, so that no browser loads it
 * before the first paint. The styles give the drawing its height.
 */
export function TradeDrawing({ src }: { src: string | undefined }) {
  if (!src) return null;
  return (
    <i>
      <svg aria-hidden="true" height="0">
        <use data-href={src} />
      </svg>
    </i>
  );
}
