/** The figures of the latest days, on the page of the site's health. */
import { fillIn } from "../../contract/placeholders.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import type { LeadsOverview } from "../../contract/leads-admin.ts";
import { useInbox } from "./frame.tsx";

export function Overview({ days, medianAnswerHours, ...counts }: LeadsOverview) {
  const { inbox, duration } = useInbox();
  const { overview: content } = inbox;
  const median = medianAnswerHours === undefined ? content.none : duration(medianAnswerHours * HOUR_MS);
  return (
    <section className="overview" aria-label={content.label}>
      <dl>
        {(["open", "overdue", "undelivered", "dead"] as const).map((name) => (
          <div key={name} className={counts[name] > 0 && name !== "open" ? "wrong" : undefined}>
            <dt>{content[name]}</dt>
            <dd>{counts[name]}</dd>
          </div>
        ))}
        <div>
          <dt>{content.median}</dt>
          <dd className="text">{median}</dd>
        </div>
      </dl>
      <Chart days={days} />
    </section>
  );
}

/** In user units of the drawing, which stretches to its column. */
const BAR = { width: 10, gap: 4, height: 56 };

/** Leads per day as bars, with the counts as text for screen readers. */
function Chart({ days }: Pick<LeadsOverview, "days">) {
  const { inbox, shortDay } = useInbox();
  const leadsADay = days.map(({ leads }) => leads);
  const highest = Math.max(1, ...leadsADay);
  const label = fillIn(inbox.overview.chart, { days: days.length });
  const figures = days.map(({ day, leads }) => `${day}: ${leads}`).join(", ");
  const most = fillIn(inbox.overview.most, { count: Math.max(0, ...leadsADay) });
  const step = BAR.width + BAR.gap;
  return (
    <figure className="chart">
      <figcaption>
        {label} <span>{most}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * step - BAR.gap} ${BAR.height + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. ${figures}`}
      >
        {days.map(({ day, leads }, index) => {
          const height = (leads / highest) * BAR.height;
          return (
            <g key={day}>
              <title>{`${day}: ${leads}`}</title>
              <rect className="ground" x={index * step} y={BAR.height} width={BAR.width} height="2" />
              <rect x={index * step} y={BAR.height - height} width={BAR.width} height={height} />
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true">
        {[days[0], days.at(-1)].map((end) => end && <span key={end.day}>{shortDay(end.day)}</span>)}
      </p>
    </figure>
  );
}
