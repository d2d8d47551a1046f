import type { ReactNode } from "react";
import { OurPhone } from "../../components/phone-link.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import css from "./book-call-page.module.css";

interface TicketPageProps {
  id?: string;
  heading: string;
  intro?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

export function TicketPage({
  id,
  heading,
  intro,
  beside,
  children,
}: TicketPageProps) {
  return (
    <PlainPage className={css.page}>
      <div>
        <h1 id={id} tabIndex={id ? -1 : undefined} className="ticket-heading">
          {heading}
        </h1>
        {intro}
      </div>
      <div className={`ticket ${css.order}`}>{children}</div>
      {beside}
    </PlainPage>
  );
}

interface WhatHappensNextProps {
  label: string;
  steps: readonly string[];
  intro: string;
  first?: ReactNode;
  children?: ReactNode;
}

export function WhatHappensNext({
  label,
  steps,
  intro,
  first,
  children,
}: WhatHappensNextProps) {
  return (
    <div>
      <div className={css.next}>
        {first}
        <p id="next">{label}</p>
        <ol aria-labelledby="next">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          {intro} <OurPhone />
        </p>
        {children}
      </div>
    </div>
  );
}
