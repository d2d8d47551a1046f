/** A lead without its call: what happened, times near its wish, and what happens by itself. */
import { CALL_NUMBER } from "../../../contract/lead.ts";
import { inZone } from "../../../contract/locale/in-zone.ts";
import type { KeptLead } from "../../../contract/page.ts";
import { LINK_PATH, SCHEDULE_PATH } from "../../../contract/routes.ts";
import { Button, PageLink } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import confirmed from "../book-call/confirmation.module.css";
import { Field } from "../book-call/field.tsx";
import type { StillContent } from "./call-page.tsx";
import { boardPath } from "./ticket.tsx";

interface KeptProps {
  schedule: KeptLead;
  content: StillContent;
}

export function KeptPage({ schedule, content }: KeptProps) {
  const { why, wishedAt, zone, nearest, phone = "", answerBy } = schedule;
  const { kept, allTimes, locale } = content.schedulePage;
  const time = wishedAt === undefined ? "" : inZone(wishedAt, zone, locale).time;
  const { shortDay, time: until } = inZone(answerBy, zone, locale);
  const answer = (phone === "" ? kept.reply : kept.call.replace("{number}", () => phone)).replace(
    "{time}",
    shortDay + until,
  );
  return (
    <PlainPage className={confirmed.page}>
      <div className={`${confirmed.order} call-kept`}>
        <h1>{kept[why].heading.replace("{time}", time)}</h1>
        <p>{kept[why].text}</p>
        {nearest.length > 0 && <NearestTimes {...{ schedule, content }} />}
        {why === "has-call" ? (
          <PageLink href={LINK_PATH}>{kept.mailLink}</PageLink>
        ) : (
          <a className="call-back" href={boardPath(schedule, { zone })}>
            {allTimes}
          </a>
        )}
        <p className="call-otherwise">
          {nearest.length > 0 && `${kept.noneOfThese} `}
          {answer}
        </p>
      </div>
    </PlainPage>
  );
}

/** One tap books. Only a number that is not there yet is asked for. */
function NearestTimes({ schedule, content }: KeptProps) {
  const { token = "", nearest, zone, phone } = schedule;
  const { schedulePage: texts } = content;
  return (
    <form action={`${SCHEDULE_PATH}?token=${token}`} method="post" noValidate>
      {phone === "" && <Field field={CALL_NUMBER} text={{ label: texts.phone }} content={content} />}
      {phone !== undefined && phone !== "" && <input type="hidden" name={CALL_NUMBER.input} value={phone} />}
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="zone" value={zone} />
      {nearest.map((startsAt) => {
        const { day, time, zone: zoneName, weekday } = inZone(startsAt, zone, texts.locale);
        return (
          <Button
            key={startsAt}
            type="submit"
            look="plain"
            name="startsAt"
            value={startsAt}
            aria-label={`${weekday} ${time}, ${day}, ${zoneName}`}
          >
            <time dateTime={startsAt}>{`${weekday} ${time}`}</time>
          </Button>
        );
      })}
    </form>
  );
}
