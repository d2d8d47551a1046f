/** Replaces the form once the lead is stored. The stamp is animated once, and not under reduced motion. */
import { useEffect, useRef } from "react";
import type { FormState } from "../../../contract/page.ts";
import { HOME } from "../../../contract/routes.ts";
import { PageLink } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { telephone } from "../../../contract/telephone.ts";
import type { BookCallContent } from "../../page-content.ts";
import css from "./confirmation.module.css";

type ConfirmationProps = BookCallContent["confirmation"] &
  Pick<Extract<FormState, { kind: "submitted" }>, "email" | "offer"> & { announce: boolean };

export function Confirmation({ announce, email, offer, ...content }: ConfirmationProps) {
  const { contactPhone } = useSharedContent().site;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!announce) return;
    scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, [announce]);

  return (
    <PlainPage className={css.page}>
      <div className={css.order}>
        <p className={css.stamp} aria-hidden="true">
          {content.stamp}
        </p>
        <h1 id="book-call" tabIndex={-1} ref={heading}>
          {content.heading}
        </h1>
        <p className={css.lead}>{content.lead}</p>
        {email !== undefined && (
          <p>
            {content.sentTo} <strong>{email}</strong>
          </p>
        )}
        <ol className={css.steps}>
          {content.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={css.ways}>
          {offer !== undefined && <PageLink href={offer}>{content.pickTime}</PageLink>}
          <PageLink look={offer === undefined ? "main" : "plain"} href={HOME.path}>
            {content.back}
          </PageLink>
          <a href={telephone(contactPhone)}>{contactPhone}</a>
        </p>
      </div>
    </PlainPage>
  );
}
