import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  LAUNCH_GROUPS,
  type LaunchGroup,
} from "../../../contract/inbox/site-editor.ts";
import { Frame, Post, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Box, Form, Rows, type FormRow } from "./fields-page.tsx";

declare module "../pages.tsx" {
  interface NamedPages {
    LaunchPage: typeof LaunchPage;
  }
}

interface LaunchLine {
  group: LaunchGroup;
  line: string;
  /** The address of the field to change. */
  address?: string | undefined;
  /** The box that confirms the claim. */
  box?: string | undefined;
}

interface LaunchProps {
  lines: readonly LaunchLine[];
  /** The questions of the first time, before the list. */
  questions: Questions | undefined;
  problems: readonly string[];
}

interface Questions {
  rows: readonly FormRow[];
  trades: readonly { box: string; name: string; isChosen: boolean }[];
}

export function LaunchPage({ lines, questions, problems }: LaunchProps) {
  const { siteEditor } = useInbox();
  return (
    <Frame
      heading={siteEditor.launchHeading}
      back={INBOX.site}
      problems={problems}
    >
      {questions && <FirstQuestions {...questions} />}
      {lines.length === 0 && <p>{siteEditor.noObstacles}</p>}
      <Post autoComplete="off">
        {LAUNCH_GROUPS.map((group) => {
          const own = lines.filter((one) => one.group === group);
          if (own.length === 0 && group !== "machine") return undefined;
          return (
            <Section
              key={group}
              id={group}
              heading={siteEditor.launchGroups[group]}
            >
              <Lines lines={own} />
              {group === "machine" && <ForOperator />}
            </Section>
          );
        })}
      </Post>
    </Frame>
  );
}

function FirstQuestions({ rows, trades }: Questions) {
  const { first } = useInbox().siteEditor;
  return (
    <Section id="first" heading={first.heading}>
      <p>{first.text}</p>
      <Form action={INBOX.firstAnswers} back={INBOX.launch} cancel={first.skip}>
        <Rows rows={rows} />
        <fieldset>
          <legend>{first.trades}</legend>
          {trades.map(({ box, name, isChosen }) => (
            <Box key={box} name={box} label={name} defaultChecked={isChosen} />
          ))}
        </fieldset>
      </Form>
    </Section>
  );
}

/** What nobody can do here, as a sentence to send. */
function ForOperator() {
  const { siteEditor, site } = useInbox();
  const { sendOn, request, send } = siteEditor;
  const text = fillIn(request, { site: site.brandName });
  return (
    <>
      <p>{sendOn}</p>
      <blockquote>{text}</blockquote>
      <a href={`mailto:?body=${encodeURIComponent(text)}`}>{send}</a>
    </>
  );
}

function Lines({ lines }: { lines: readonly LaunchLine[] }) {
  const { siteEditor } = useInbox();
  return (
    <>
      <ul className="fields">
        {lines.map(({ line, address, box }) => (
          <li key={line} className="box">
            {box && (
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
      {lines.some(({ box }) => box) && (
        <button className="main">{siteEditor.confirm}</button>
      )}
    </>
  );
}
