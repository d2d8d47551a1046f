import { useEffect, useRef } from "react";
import type { Submitted } from "../../../contract/http/page.ts";
import { HOME } from "../../../contract/http/routes.ts";
import { Address } from "../../components/address.tsx";
import { PageLink } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import "../../styles/ticket.css";
import { OurPhone } from "../../components/phone-link.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { useIsNew } from "../../components/use-hydrated.ts";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { BookCallContent, PageProps } from "../../page-content.ts";
import { LeadForm } from "./lead-form.tsx";
import { WhatHappensNext, TicketPage } from "./ticket-page.tsx";
import { useLeadForm } from "./use-lead-form.ts";
import css from "./book-call-page.module.css";
import confirmed from "./confirmation.module.css";

type BookCallPageProps = Omit<PageProps<BookCallContent>, "schedule">;

export default function BookCallPage({
  content,
  form: opened,
}: BookCallPageProps) {
  const { bookCall, tiles } = content;
  const leadForm = useLeadForm(content, opened);
  const { stage } = leadForm;
  usePageTitle(content.titles[stage.kind]);
  if (stage.kind === "submitted")
    return <Confirmation {...content.confirmation} {...stage} />;
  const beside = (
    <WhatHappensNext
      label={bookCall.nextLabel}
      steps={bookCall.next}
      intro={bookCall.callIntro}
    >
      {tiles.length > 0 && (
        <ul className={css.tiles}>
          {tiles.map(({ drawing, title, text }) => (
            <li key={title}>
              <Icon drawing={drawing} />
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </WhatHappensNext>
  );
  const intro = <p className="ticket-lead">{bookCall.lead}</p>;
  return (
    <TicketPage
      id="book-call"
      heading={bookCall.heading}
      intro={intro}
      beside={beside}
    >
      <p className={`ticket-head ${css.orderHead}`}>
        <span>{bookCall.orderTitle}</span> <span>{bookCall.orderName}</span>
      </p>
      <p className={css.required}>{bookCall.required}</p>
      <LeadForm leadForm={leadForm} content={content} opened={opened} />
    </TicketPage>
  );
}

function Confirmation({
  email,
  isUnmailed,
  offer,
  ...content
}: BookCallContent["confirmation"] & Submitted) {
  const isNew = useIsNew();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isNew) return;
    scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, [isNew]);

  return (
    <PlainPage className={confirmed.page}>
      <div className={confirmed.order}>
        <p className={confirmed.stamp} aria-hidden="true">
          {content.stamp}
        </p>
        <h1 id="book-call" tabIndex={-1} ref={heading}>
          {content.heading}
        </h1>
        <p className={confirmed.lead}>{content.lead}</p>
        {email !== undefined && (
          <p>
            {content.sentTo}{" "}
            <strong>
              <Address text={email} />
            </strong>
          </p>
        )}
        <ol className={confirmed.steps}>
          {(isUnmailed ? content.unmailedSteps : content.steps).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={confirmed.ways}>
          {offer !== undefined && (
            <PageLink href={offer}>{content.pickTime}</PageLink>
          )}
          <OurPhone />
        </p>
        <PageLink
          variant={offer === undefined ? "main" : "plain"}
          href={HOME.path}
        >
          {content.back}
        </PageLink>
      </div>
    </PlainPage>
  );
}
