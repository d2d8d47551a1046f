/** The funnel of the latest days: the steps of each source as bars, and all figures as a table. */
import { fillIn } from "../../contract/placeholders.ts";
import { FIGURES, SPANS, sumOf, type SourceFigures } from "../../contract/funnel.ts";
import { type InboxViews } from "../../contract/inbox.ts";
import { sourceName } from "../../contract/lead-visit.ts";
import { INBOX } from "../../contract/routes.ts";
import { Frame, TableHead, useInbox } from "./frame.tsx";

const MOST_BARS = 5;
const BARS = ["visits", "begun", "sent", "booked", "won"] as const;

export function FunnelPage({ funnel: { days, sources } }: InboxViews["funnel"]) {
  const { funnel: content } = useInbox().inbox;
  const all = sumOf(content.all, sources);
  return (
    <Frame signedIn back={INBOX.path} heading={content.heading}>
      <nav className="spans" aria-label={content.heading}>
        {SPANS.map((span) => (
          <a
            key={span}
            href={`${INBOX.funnel}?days=${span}`}
            aria-current={span === days ? "page" : undefined}
          >
            {fillIn(content.spans, { days: span })}
          </a>
        ))}
      </nav>
      {sources.length === 0 ? (
        <p className="nothing">{content.empty}</p>
      ) : (
        <>
          <div className="funnels">
            {[all, ...sources.slice(0, MOST_BARS)].map((figures) => (
              <Bars key={figures.source} {...figures} />
            ))}
          </div>
          <FigureTable rows={[all, ...sources]} />
        </>
      )}
      <p>{content.note}</p>
    </Frame>
  );
}

/** Relative to the source's own visits, because sources differ by a factor of a hundred. */
function Bars({ source: stored, ...figures }: SourceFigures) {
  const { inbox, leadContent } = useInbox();
  const source = sourceName(stored, leadContent.sources);
  const { figures: names } = inbox.funnel;
  const withShare = useShares();
  const lines = BARS.map((name) => `${names[name]} ${withShare(figures, name)}`);
  const most = Math.max(1, ...BARS.map((name) => figures[name]));
  return (
    <figure>
      <figcaption>{source}</figcaption>
      <svg width="100%" height={BARS.length * 20} role="img" aria-label={`${source}: ${lines.join(", ")}`}>
        {BARS.map((name, index) => (
          <g key={name} transform={`translate(0 ${index * 20})`}>
            <text y="15">{lines[index]}</text>
            <svg x="50%" y="3" width="50%" height="14">
              <rect className="ground" width="100%" height="100%" />
              <rect width={`${(figures[name] / most) * 100}%`} height="100%" />
            </svg>
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** `12 (24%)`: with its share of the visits, if it is a share. Whole percents would round that of bookings to zero. */
function useShares() {
  const { percent } = useInbox();
  return (figures: Omit<SourceFigures, "source">, name: (typeof FIGURES)[number]) => {
    const share = figures[name] / figures.visits;
    return name === "visits" || !(share <= 1) ? `${figures[name]}` : `${figures[name]} (${percent(share)})`;
  };
}

function FigureTable({ rows }: { rows: readonly SourceFigures[] }) {
  const withShare = useShares();
  const { inbox, leadContent } = useInbox();
  const { funnel: content } = inbox;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="figures" role="region" aria-label={content.heading} tabIndex={0}>
      <table>
        <TableHead titles={[content.source, ...FIGURES.map((name) => content.figures[name])]} />
        <tbody>
          {rows.map(({ source, ...figures }) => (
            <tr key={source}>
              <th scope="row">{sourceName(source, leadContent.sources)}</th>
              {FIGURES.map((name) => (
                <td key={name}>{withShare(figures, name)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
