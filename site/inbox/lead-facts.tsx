/** A lead as it came in, with what can be written to and called as links. */
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { leadColumns, leadField } from "../../contract/lead.ts";
import { describeVisit } from "../../contract/lead-visit.ts";
import { isHeld } from "../../contract/outcome.ts";
import { serviceLabel } from "../../contract/services.ts";
import { telephone } from "../../contract/telephone.ts";
import { useInboxWords } from "./inbox-words.ts";
import { moment } from "./times.ts";

export function LeadFacts({ detail, timeZone }: { detail: LeadDetail; timeZone: string }) {
  const { inbox, leadWords, services, fields } = useInboxWords();
  const { lead } = detail;
  return (
    <dl className="facts">
      {leadColumns.map((column) => {
        const { kind } = leadField(column);
        const value = kind === "service" ? serviceLabel(services, lead[column]) : lead[column];
        return (
          value !== "" && (
            <div key={column}>
              <dt>{fields[column].short ?? fields[column].label}</dt>
              <dd className="said" dir="auto">
                {kind === "email" ? (
                  <a href={mailTo(value)}>{value}</a>
                ) : kind === "tel" ? (
                  <a href={telephone(value)}>{value}</a>
                ) : kind === "text" ? (
                  withTelephones(value)
                ) : (
                  value
                )}
              </dd>
            </div>
          )
        );
      })}
      <div>
        <dt>{inbox.columns.came}</dt>
        <dd>{moment(lead.created_at, timeZone)}</dd>
      </div>
      {detail.visit && (
        <div>
          <dt>{leadWords.cameFrom}</dt>
          <dd className="said">{describeVisit(detail.visit)}</dd>
        </div>
      )}
      {detail.visit?.consent && (
        <div>
          <dt>{leadWords.consent.replace("{version}", detail.visit.consent.version)}</dt>
          <dd className="said">{detail.visit.consent.text ?? leadWords.otherConsent}</dd>
        </div>
      )}
      {detail.suspicion.length > 0 && (
        <div>
          <dt>{leadWords.suspicion}</dt>
          <dd>{detail.suspicion.map((sign) => leadWords.signs[sign]).join(", ")}</dd>
        </div>
      )}
      {!isHeld(detail.outcome) && (
        <div>
          <dt>{detail.answeredAt === undefined ? leadWords.due : leadWords.answeredAt}</dt>
          <dd>
            {moment(detail.answeredAt ?? detail.dueAt, timeZone)} <By by={detail.answeredBy} />
          </dd>
        </div>
      )}
      {detail.outcome && detail.outcomeAt !== undefined && (
        <div>
          <dt>{leadWords.outcomes[detail.outcome]}</dt>
          <dd>
            {moment(detail.outcomeAt, timeZone)} <By by={detail.outcomeBy} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Whose sign-in it was. */
export function By({ by }: { by: string | undefined }) {
  const words = useInboxWords().leadWords.by;
  return by !== undefined && <span className="by">{words.replace("{by}", () => by)}</span>;
}

export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email)}`;
}

/** Numbers that somebody may want to call: seven digits at least, written as numbers are. */
const TELEPHONE = /(\+?\(?\d[\d ().-]{5,18}\d)(?!\d)/;

function withTelephones(text: string) {
  return text.split(TELEPHONE).map((part, place) =>
    place % 2 === 1 && part.replaceAll(/\D/g, "").length >= 7 ? (
      <a key={place} href={telephone(part)}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
