import type { ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  RESULTS,
  type Result,
  type Results,
} from "../../../contract/inbox/leads-admin.ts";
import { sourceName } from "../../../contract/lead/source.ts";
import { Frame, TableHead } from "../frame.tsx";
import { listPath, type ListQuery } from "../list/list-query.ts";
import { useInbox } from "../use-inbox.ts";
import type { MonthResults, SourceResults } from "./sources.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    SourcesPage: typeof SourcesPage;
  }
}

interface SourcesProps {
  sources: SourceResults;
  /** This month and the month before. */
  months: readonly MonthResults[];
  /** This year and the year before. */
  years: readonly string[];
}

export function SourcesPage({ sources: results, months, years }: SourcesProps) {
  const { inbox, monthName } = useInbox();
  const { sources: content } = inbox;
  const spans = [...months.map(({ month }) => month), ...years];
  return (
    <Frame heading={content.heading}>
      <h2>{content.months}</h2>
      <Figures label={content.months} first={content.month}>
        <tbody>
          {months.map(({ month, results: ofMonth }) => (
            <Row
              key={month}
              name={monthName(month)}
              query={{ month }}
              results={ofMonth}
            />
          ))}
        </tbody>
      </Figures>
      <p>{content.monthsNote}</p>
      <h2>{content.bySource}</h2>
      <nav className="spans" aria-label={content.bySource}>
        {spans.map((span) => (
          <a
            key={span}
            href={`${INBOX.page("sources")}?month=${span}`}
            aria-current={span === results.month ? "page" : undefined}
          >
            {monthName(span)}
          </a>
        ))}
      </nav>
      {results.sources.length === 0 ? (
        <p className="nothing">{content.empty}</p>
      ) : (
        <Figures label={content.bySource} first={content.source}>
          <Sources {...results} />
        </Figures>
      )}
      <p>{content.note}</p>
    </Frame>
  );
}

type FiguresProps = { label: string; first: string; children: ReactNode };

/**
 * The figures that stand in a column each.
 * What nobody said stands beside who came.
 */
const COLUMNS = RESULTS.filter((name) => name !== "unsaid");

function Figures({ label, first, children }: FiguresProps) {
  const { inbox } = useInbox();
  return (
    <div
      className="figures"
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
    >
      <table>
        <TableHead
          titles={[first, ...COLUMNS.map((name) => inbox.filters[name])]}
        />
        {children}
      </table>
    </div>
  );
}

function Sources({ month, sources }: SourceResults) {
  const { leadContent } = useInbox();
  return sources.map(({ source, campaigns, ...all }) => (
    <tbody key={source}>
      <Row
        name={sourceName(source, leadContent.sources)}
        query={{ source, month }}
        results={all}
      />
      {campaigns.map(({ campaign, ...some }) => (
        <Row
          key={campaign}
          name={campaign}
          query={{ source, campaign, month }}
          results={some}
        />
      ))}
    </tbody>
  ));
}

type RowProps = { name: string; query: Partial<ListQuery>; results: Results };

function Row({ name, query, results }: RowProps) {
  const { sources: content } = useInbox().inbox;
  const to = (filter: Result) => listPath({ ...query, filter });
  const unsaid = fillIn(content.unsaid, { count: results.unsaid });
  return (
    <tr className={query.campaign === undefined ? "whole" : undefined}>
      <th scope="row" dir="auto">
        {name}
      </th>
      {COLUMNS.map((result) => (
        <td key={result}>
          {results[result] === 0 ? (
            0
          ) : (
            <a href={to(result)}>{results[result]}</a>
          )}
          {result === "came" && results.unsaid > 0 && (
            <a className="unsaid" href={to("unsaid")}>
              {unsaid}
            </a>
          )}
        </td>
      ))}
    </tr>
  );
}
