/** The work order: the benefits of the call, its terms, and the booking buttons. */
import { useEffect, useRef } from "react";
import { BOOK_CALL, SCHEDULE_PATH } from "../../../contract/routes.ts";
import { SampleMark } from "../../components/sample-mark.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { OurPhone } from "../../components/phone-link.tsx";
import type { HomeContent } from "../../page-content.ts";
import css from "./contact.module.css";
import head from "./section-head.module.css";
import { PickTimeLink, SchedulingLink } from "./scheduling-link.tsx";

/** @param own labels of links to our own page, in the place of the specified buttons */
export function Contact({ own, ...contact }: HomeContent["contact"] & { own?: HomeContent["header"] }) {
  const { schedulingUrl } = useSharedContent().site;
  const times = useRef<HTMLDivElement>(null);
  // The server fills the page that it sends, and not one that was opened inside the app.
  useEffect(() => {
    if (times.current?.childElementCount === 0)
      void import("./late-code.ts").then(({ showNextTimes }) => showNextTimes());
  }, []);
  return (
    <section id="contact" tabIndex={-1} aria-labelledby="contact-heading" className={css.contact}>
      <div className={head.head}>
        <h2 id="contact-heading">{contact.heading}</h2>
        <p className={head.lead}>{contact.lead}</p>
        {own ? <PickTimeLink {...own} /> : <SchedulingLink>{contact.getCall}</SchedulingLink>}
        {schedulingUrl === SCHEDULE_PATH && (
          <>
            {/* The server fills it, and React leaves it as it is: server/calls/next-times.ts. */}
            <div
              ref={times}
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
        {own ? <PickTimeLink {...own} /> : <SchedulingLink>{contact.bookCall}</SchedulingLink>}
        <p className={css.note}>{contact.note}</p>
        {contact.host && <Host {...contact.host} />}
      </div>
    </section>
  );
}

function Host({ intro, name, role, portrait, sample }: NonNullable<HomeContent["contact"]["host"]>) {
  return (
    <p className={css.host}>
      {portrait && <img {...portrait} alt="" loading="lazy" />}
      <span>{intro}</span>
      {` ${name}, ${role} `}
      <SampleMark sample={sample} />
    </p>
  );
}
