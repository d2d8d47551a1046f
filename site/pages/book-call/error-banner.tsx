import { useLayoutEffect, useRef } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { Button } from "../../components/button.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { useIsNew } from "../../components/use-hydrated.ts";
import type { BookCallContent } from "../../page-content.ts";
import type { Failure } from "./send-lead.ts";
import css from "./error-banner.module.css";

interface ErrorBannerProps {
  failure: Failure;
  content: BookCallContent["bookCall"];
  /** The id of the form that "Try again" sends. */
  formId?: string;
}

export function ErrorBanner({ failure, content, formId }: ErrorBannerProps) {
  const banner = useRef<HTMLDivElement>(null);
  const isNew = useIsNew();

  // The banner disappears while the form is sent, so each failure
  // mounts a new banner. If the banner came with the page, a
  // visitor who already types in the form keeps the focus.
  useLayoutEffect(() => {
    if (isNew || document.activeElement === document.body)
      banner.current?.focus();
  }, [isNew]);

  const { message, problems, isUnclear, isCutOff } = failure;
  const isForBrowser = isUnclear && !isCutOff;
  return (
    <div ref={banner} tabIndex={-1} role="alert" className={css.banner}>
      <h2>{titleOf(problems.length, content)}</h2>
      {problems.length === 0 ? (
        <p>{message}</p>
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={problem.input}>
              <a
                href={`#${problem.input}`}
                onClick={(event) => focusInput(event, problem.input)}
              >
                {problem.message}
              </a>
            </li>
          ))}
        </ul>
      )}
      {formId && problems.length === 0 && (
        <p>
          <Button
            compact
            variant="plain"
            type="submit"
            form={formId}
            onClick={isForBrowser ? postNatively : undefined}
          >
            {content.tryAgain}
          </Button>
        </p>
      )}
      {isUnclear && (
        <p>
          <WaysToReachUs {...content.reach} />
        </p>
      )}
    </div>
  );
}

const titleOf = (
  count: number,
  { errorTitle, oneToFix, toFix }: BookCallContent["bookCall"],
) => [errorTitle, oneToFix][count] ?? fillIn(toFix, { count });

export function WaysToReachUs({
  before,
  or,
}: BookCallContent["bookCall"]["reach"]) {
  const { contactEmail } = useSharedContent().site;
  return (
    <>
      {before} <OurPhone /> {or}{" "}
      <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
    </>
  );
}

/**
 * The browser sends the form itself, since something may stop our script's
 * requests. Without a network, it would replace the page by its own error. A
 * site without a server needs the script.
 */
function postNatively(event: React.MouseEvent<HTMLButtonElement>): void {
  const { form } = event.currentTarget;
  if (!navigator.onLine || !form?.hasAttribute("action")) return;
  event.preventDefault();
  form.submit();
}

/** The link's jump alone would scroll to the input, but not always focus it. */
function focusInput(event: React.MouseEvent, input: string): void {
  event.preventDefault();
  document.getElementById(input)?.focus();
}
