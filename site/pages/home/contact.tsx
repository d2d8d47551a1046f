import { useEffect, useRef } from "react";
import { BOOK_CALL, SCHEDULE_PATH } from "../../../contract/http/routes.ts";
import { SampleMark } from "../../components/sample-mark.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { OurPhone } from "../../components/phone-link.tsx";
import type { HomeContent } from "../../page-content.ts";
import css from "./contact.module.css";
import head from "./section-head.module.css";
import { PickTimeLink, SchedulingLink } from "./scheduling-link.tsx";

type ContactProps = HomeContent["contact"] & { link?: HomeContent["header"] };

/** @param link the texts of the link to the open times on a trade's page */
export function Contact({ link, ...contact }: ContactProps) {
  const { schedulingUrl } = useSharedContent().site;
  const timesGroup = useRef<HTMLDivElement>(null);
  // The server fills in the times on a page that it sends. A page that a script opens has none yet.
  useEffect(() => {
    if (timesGroup.current?.childElementCount === 0)
      void import("./late-code.ts").then(({ showNextTimes }) =>
        showNextTimes(),
      );
  }, []);
  return (
    <section
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-heading"
      className={css.contact}
    >
      <div className={head.head}>
        <h2 id="contact-heading">{contact.heading}</h2>
        <p className={head.lead}>{contact.lead}</p>
        {link ? (
          <PickTimeLink {...link} />
        ) : (
          <SchedulingLink>{contact.getCall}</SchedulingLink>
        )}
        {schedulingUrl === SCHEDULE_PATH && (
          <>
            {/* server/calls/next-times.ts puts the times here. React does not change the times. */}
            <div
              ref={timesGroup}
              role="group"
              aria-label={contact.timesLabel}
              className={css.times}
              data-times=""
              suppressHydrationWarning
            >
              {""}
            </div>
            <a className={css.more} href={SCHEDULE_PATH}>
              {contact.moreTimes}
            </a>
          </>
        )}
        <p className={css.form}>
          {contact.formIntro} <a href={BOOK_CALL.path}>{contact.formLink}</a>
        </p>
        <p className={`${css.form} ${css.talk}`}>
          {contact.callIntro} <OurPhone />
        </p>
      </div>
      <div className={css.order}>
        <p className={css.orderHead}>
          <span>{contact.orderTitle}</span>
          <span>{contact.orderName}</span>
        </p>
        <dl className={css.terms}>
          {contact.terms.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p id="deliverables" className={css.label}>
          {contact.deliverablesLabel}
        </p>
        <ul className={css.deliverables} aria-labelledby="deliverables">
          {contact.deliverables.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        {link ? (
          <PickTimeLink {...link} />
        ) : (
          <SchedulingLink>{contact.bookCall}</SchedulingLink>
        )}
        <p className={css.note}>{contact.note}</p>
        {contact.host && <Host {...contact.host} />}
      </div>
    </section>
  );
}

function Host({
  intro,
  name,
  role,
  says,
  portrait,
  sample,
}: NonNullable<HomeContent["contact"]["host"]>) {
  return (
    <p className={css.host}>
      {portrait && <img {...portrait} alt="" loading="lazy" />}
      <span>{intro}</span>
      {` ${name}, ${role} `}
      <SampleMark sample={sample} />
      {says && <q>{says}</q>}
    </p>
  );
}
