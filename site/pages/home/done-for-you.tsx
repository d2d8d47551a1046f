/** The line under the hero, and the trades with pages of their own. */
import type { StaticContent } from "../../page-content.ts";
import css from "./hero.module.css";

export function DoneForYou({ line, tradesLabel, trades }: StaticContent["doneForYou"]) {
  return (
    <div className={css.done}>
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
