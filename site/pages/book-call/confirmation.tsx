/** What replaces the form once the lead is stored. The stamp comes down once; under reduced motion it is there. */
import { useEffect, useRef } from "react";
import { HOME } from "../../../contract/routes.ts";
import { PageLink } from "../../components/button.tsx";
import { PlainHeader } from "../../components/plain-header.tsx";
import { telephone } from "../../components/telephone.ts";
import { confirmation } from "../../content/book-call.ts";
import { site } from "../../content/site.ts";
import css from "./confirmation.module.css";

export function Confirmation({ announce }: { announce: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!announce) return;
    scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, [announce]);

  return (
    <>
      <PlainHeader />
      <main id="main" tabIndex={-1} className={css.page}>
        <div className={css.order}>
          <p className={css.stamp} aria-hidden="true">
            {confirmation.stamp}
          </p>
          <h1 id="book-call" tabIndex={-1} ref={heading}>
            {confirmation.heading}
          </h1>
          <p className={css.lead}>{confirmation.lead}</p>
          <ol className={css.steps}>
            {confirmation.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className={css.ways}>
            <PageLink href={HOME.path}>{confirmation.back}</PageLink>
            <a href={telephone(site.contactPhone)}>{site.contactPhone}</a>
          </p>
        </div>
      </main>
    </>
  );
}
