import css from "./bars.module.css";

interface BarsProps {
  rows: readonly { label: string; count: number }[];
}

/** Counts, each with a bar as long as its share of the largest count. */
export function Bars({ rows }: BarsProps) {
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <dl className={css.bars}>
      {rows.map(({ label, count }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <svg aria-hidden="true">
              <rect
                width={`${Math.round((count / most) * 100)}%`}
                height="100%"
              />
            </svg>
            {count}
          </dd>
        </div>
      ))}
    </dl>
  );
}
