import { BOOK_CALL, HOME } from "../../../contract/http/routes.ts";
import { PageLink } from "../../components/button.tsx";
import { Drawing } from "../../components/drawing.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { ErrorContent } from "../../page-content.ts";
import css from "./error-page.module.css";

export function ErrorPage(content: ErrorContent) {
  usePageTitle(content.title);
  return (
    <PlainPage className={css.page}>
      <h1 id="error" tabIndex={-1}>
        {content.heading}
      </h1>
      {content.drawing && (
        <Drawing className={css.drawing} href={content.drawing} />
      )}
      <p className={css.status}>{content.statusText}</p>
      <p className={css.lead}>{content.lead}</p>
      <p className={css.ways}>
        <PageLink href={BOOK_CALL.path}>{content.bookCall}</PageLink>
        <PageLink variant="plain" href={HOME.path}>
          {content.home}
        </PageLink>
      </p>
      <p className={css.talk}>
        {content.callIntro} <OurPhone />
      </p>
    </PlainPage>
  );
}
