/** Why the page shows no call or no time that was asked for. */
import type { ChosenTime } from "../../../contract/page.ts";
import type { ScheduleContent } from "../../page-content.ts";

type NoticeProps = Pick<ChosenTime, "notice"> & { texts: ScheduleContent["schedulePage"] };

/** What became of what the visitor pressed: it has the focus, so that a screen reader begins with it. */
export function Notice({ notice, texts }: NoticeProps) {
  if (!notice) return null;
  const isAnswer = notice !== "old";
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the answer to a press
    <p role="alert" tabIndex={-1} autoFocus={isAnswer} className="call-notice">
      {texts.notices[notice]}
    </p>
  );
}
