import {
  LAUNCH_GROUPS,
  type LaunchGroup,
} from "../../../contract/inbox/site-editor.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { Frame, Post, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

export interface LaunchLine {
  group: LaunchGroup;
  line: string;
  /** The address of the field to change. */
  address?: string | undefined;
  /** The box that confirms the claim. */
  box?: string | undefined;
}

export function LaunchPage({ lines }: { lines: readonly LaunchLine[] }) {
  const { siteEditor } = useInbox();
  const groups = LAUNCH_GROUPS.map(
    (group) => [group, lines.filter((one) => one.group === group)] as const,
  );
  return (
    <Frame heading={siteEditor.launchHeading} back={INBOX.site}>
      {lines.length === 0 && <p>{siteEditor.noObstacles}</p>}
      <Post autoComplete="off">
        {groups.map(
          ([group, own]) =>
            own.length > 0 && (
              <Section
                key={group}
                id={group}
                heading={siteEditor.launchGroups[group]}
              >
                <Lines lines={own} />
              </Section>
            ),
        )}
      </Post>
    </Frame>
  );
}

function Lines({ lines }: { lines: readonly LaunchLine[] }) {
  const { siteEditor } = useInbox();
  return (
    <>
      <ul className="fields">
        {lines.map(({ line, address, box }) => (
          <li key={line} className="box">
            {box !== undefined && (
              <input
                type="checkbox"
                name={box}
                value="true"
                aria-label={line}
              />
            )}
            {address === undefined ? line : <a href={address}>{line}</a>}
          </li>
        ))}
      </ul>
      {lines.some(({ box }) => box !== undefined) && (
        <button className="main">{siteEditor.confirm}</button>
      )}
    </>
  );
}
