/** Leads a day as bars. A picture for who sees it; the figures are its text for everybody else. */
import type { LeadsOverview } from "../../contract/leads-admin.ts";
import { useInboxContent } from "./inbox-content.ts";

/** In user units of the drawing, which stretches to its column. */
const BAR = { width: 10, gap: 4, height: 56 };

export function Chart({ days }: Pick<LeadsOverview, "days">) {
  const highest = Math.max(1, ...days.map(({ leads }) => leads));
  const label = useInboxContent().inbox.overview.chart.replace("{days}", String(days.length));
  const figures = days.map(({ day, leads }) => `${day}: ${leads}`).join(", ");
  const step = BAR.width + BAR.gap;
  return (
    <figure className="chart">
      <figcaption>{label}</figcaption>
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
    </figure>
  );
}
