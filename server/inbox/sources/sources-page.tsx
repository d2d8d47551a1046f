import { fillIn } from "../../../contract/content/fill-in.ts";
import { listPath, SPANS, type ListQuery } from "../list/list-query.ts";
import { RESULTS, type Results } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { sourceName } from "../../../contract/lead/source.ts";
import { Frame, TableHead } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import type { SourceResults } from "./sources.ts";

export function SourcesPage({ sources: results }: { sources: SourceResults }) {
  const { inbox } = useInbox();
  const { sources: content, spans } = inbox;
  const { days } = results;
  const current = (span: number) => (span === days ? "page" : undefined);
  return (
    <Frame heading={content.heading}>
      <nav className="spans" aria-label={content.heading}>
        {SPANS.map((span) => (
          <a
            key={span}
            href={`${INBOX.sources}?days=${span}`}
            aria-current={current(span)}
          >
            {fillIn(spans, { days: span })}
          </a>
        ))}
      </nav>
      {results.sources.length === 0 ? (
        <p className="nothing">{content.empty}</p>
      ) : (
        <Figures {...results} />
      )}
      <p>{content.note}</p>
    </Frame>
  );
}

function Figures({ days, sources }: SourceResults) {
  const { inbox, leadContent } = useInbox();
  const { sources: content } = inbox;
  return (
    <div
      className="figures"
      role="region"
      aria-label={content.heading}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
    >
      <table>
        <TableHead
          titles={[
            content.source,
            ...RESULTS.map((name) => content.results[name]),
          ]}
        />
        {sources.map(({ source, campaigns, ...all }) => (
          <tbody key={source}>
            <Row
              name={sourceName(source, leadContent.sources)}
              query={{ source, days }}
              results={all}
            />
            {campaigns.map(({ campaign, ...some }) => (
              <Row
                key={campaign}
                name={campaign}
                query={{ source, campaign, days }}
                results={some}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type RowProps = { name: string; query: Partial<ListQuery>; results: Results };

function Row({ name, query, results }: RowProps) {
  return (
    <tr className={query.campaign === undefined ? "whole" : undefined}>
      <th scope="row" dir="auto">
        {name}
      </th>
      {RESULTS.map((result) => (
        <td key={result}>
          {results[result] === 0 ? (
            0
          ) : (
            <a href={listPath({ ...query, filter: result })}>
              {results[result]}
            </a>
          )}
        </td>
      ))}
    </tr>
  );
}
