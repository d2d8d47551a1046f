import type { ReactNode } from "react";
import { BOOK_CALL, SCHEDULE_PATH } from "../../../contract/http/routes.ts";
import { OurPhone } from "../../components/phone-link.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import type { HomeContent } from "../../page-content.ts";
import { PickTimeLink, SchedulingLink } from "./scheduling-link.tsx";
import { Portrait } from "./testimonials.tsx";
import css from "./contact.module.css";
import section from "./home-section.module.css";

type ContactProps = HomeContent["contact"] & { link?: HomeContent["header"] };

/** @param link the texts of the link to the open times on a trade's page */
export function Contact({ link, ...contact }: ContactProps) {
  return (
    <section
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-heading"
      className={css.contact}
    >
      <div className={section.head}>
        <h2 id="contact-heading">{contact.heading}</h2>
        <p className={section.lead}>{contact.lead}</p>
        <NextTimes {...contact} />
        {!link && (
          <SchedulingLink variant="plain">{contact.getCall}</SchedulingLink>
        )}
        <p className={css.ways}>
          <a href={BOOK_CALL.path}>{contact.formLink}</a>{" "}
          <span>
            {`\u00b7 ${contact.callIntro} `}
            <OurPhone />
          </span>
        </p>
        {contact.team?.portrait && (
          <figure className={css.team}>
            <img {...contact.team.portrait} alt="" loading="lazy" />
            <figcaption>{contact.team.text}</figcaption>
          </figure>
        )}
      </div>
      <Order {...contact}>
        {link ? (
          <PickTimeLink {...link} />
        ) : (
          <SchedulingLink>{contact.bookCall}</SchedulingLink>
        )}
      </Order>
    </section>
  );
}

type NextTimesProps = Pick<ContactProps, "timesLabel" | "moreTimes">;

function NextTimes({ timesLabel, moreTimes }: NextTimesProps) {
  const { schedulingUrl } = useSharedContent().site;
  if (schedulingUrl !== SCHEDULE_PATH) return null;
  return (
    <div role="group" aria-label={timesLabel} className={css.times}>
      {/* server/calls/next-times.ts puts the times here. */}
      <div data-times="">{""}</div>
      <a href={SCHEDULE_PATH}>{moreTimes}</a>
    </div>
  );
}

type OrderProps = HomeContent["contact"] & { children: ReactNode };

function Order({ children, ...contact }: OrderProps) {
  return (
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
      <div className={css.sheet}>
        <p id="deliverables" className={css.label}>
          {contact.deliverablesLabel}
        </p>
        <ul aria-labelledby="deliverables">
          {contact.deliverables.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
      {children}
      <p className={css.note}>{contact.note}</p>
      {contact.host && <Host {...contact.host} />}
    </div>
  );
}

function Host(host: NonNullable<HomeContent["contact"]["host"]>) {
  const { intro, name, role } = host;
  const { says, portrait, sample } = host;
  return (
    <div className={css.host}>
      <Portrait portrait={portrait} />
      <p>
        <span>{intro}</span>
        {` ${name}, ${role} `}
        <SampleMark sample={sample} />
        {says && <q>{says}</q>}
      </p>
    </div>
  );
}
