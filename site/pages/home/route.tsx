/** The flow of an inquiry as one line: down the page on a phone, across it on a wide screen. */
import type { StaticContent } from "../../page-content.ts";
import css from "./route.module.css";

export function Route(route: StaticContent["route"]) {
  return (
    <div id="route" tabIndex={-1} className={css.route}>
      <h3 id="route-heading">{route.heading}</h3>
      <ol className={css.stops} aria-labelledby="route-heading">
        {route.steps.map(({ time, title, text }) => (
          <li key={title}>
            <p className={css.time}>{time}</p>
            <h4>{title}</h4>
            <p className={css.text}>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
