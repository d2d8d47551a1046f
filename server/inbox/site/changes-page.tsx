import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { memberName } from "../../../contract/inbox/member-name.ts";
import type { ChangeAction } from "../../../contract/inbox/site-editor.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Press, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Links, type SiteLink } from "./links.tsx";
import { PublishButton, type Publishable } from "./site-bar.tsx";

declare module "../pages.tsx" {
  interface NamedPages {
    ChangesPage: typeof ChangesPage;
  }
}

interface Publication {
  at: string;
  by: string | undefined;
  edits: readonly ShownEdit[];
}

interface ShownEdit {
  id: string;
  name: string;
  action: ChangeAction;
  before: string;
  after: string;
  isWaiting: boolean;
  by: string | undefined;
  at: string;
}

interface ChangesProps {
  draft: readonly ShownEdit[];
  publish: Publishable;
  /** The latest first. */
  publications: readonly Publication[];
  /**
   * The addresses of the changed files; none
   * while the site itself can write them.
   */
  files: readonly SiteLink[];
  problems: readonly string[];
}

export function ChangesPage(props: ChangesProps) {
  const { draft, publish } = props;
  const { publications, files, problems } = props;
  const { siteEditor, plural } = useInbox();
  const { changes, waiting, ids } = publish;
  return (
    <Frame heading={siteEditor.changes} back={INBOX.site} problems={problems}>
      <Section id="draft" heading={siteEditor.draftHeading}>
        {changes === 0 && <p>{siteEditor.noDraft}</p>}
        {waiting > 0 && <p>{plural(siteEditor.waiting, waiting)}</p>}
        <PublishButton {...publish} />
        <Edits edits={draft} label={siteEditor.takeBack} to={INBOX.takeBack} />
        {changes > 1 && (
          <details>
            <summary>{siteEditor.discard}</summary>
            <Press
              label={siteEditor.discardYes}
              action={INBOX.takeBack}
              fields={{ [INBOX_FIELDS.at]: ids }}
              className="danger"
            />
          </details>
        )}
        {files.length > 0 && (
          <>
            <p>{siteEditor.downloads}</p>
            <Links links={files} />
          </>
        )}
      </Section>
      <Section id="history" heading={siteEditor.historyHeading}>
        {publications.length === 0 && <p>{siteEditor.noHistory}</p>}
        {publications.map((one) => (
          <section key={one.at} aria-label={one.at}>
            <WhoAndWhen by={one.by} at={one.at} />
            <Edits
              edits={one.edits}
              label={siteEditor.undo}
              to={INBOX.undoEdit}
            />
          </section>
        ))}
      </Section>
    </Frame>
  );
}

function WhoAndWhen({ by, at }: { by: string | undefined; at: string }) {
  const { siteEditor, inbox, moment } = useInbox();
  const name = by === undefined ? inbox.team.commandLine : memberName(by);
  return (
    <p className="when">
      {fillIn(siteEditor.by, { by: name, time: moment(at) })}
    </p>
  );
}

type EditsProps = { edits: readonly ShownEdit[]; label: string; to: string };

function Edits({ edits, label, to }: EditsProps) {
  const { siteEditor } = useInbox();
  return (
    <ul className="fields">
      {edits.map((edit) => (
        <li key={edit.id}>
          <strong>{edit.name}</strong> {siteEditor.actions[edit.action]}{" "}
          {edit.isWaiting && <span className="badge">{siteEditor.waits}</span>}
          <WhoAndWhen by={edit.by} at={edit.at} />
          <dl>
            {edit.before && <dt>{siteEditor.before}</dt>}
            {edit.before && <dd dir="auto">{edit.before}</dd>}
            {edit.after && <dt>{siteEditor.after}</dt>}
            {edit.after && <dd dir="auto">{edit.after}</dd>}
          </dl>
          <Press
            label={label}
            aria-label={`${label}: ${edit.name}`}
            action={to}
            fields={{ [INBOX_FIELDS.at]: edit.id }}
          />
        </li>
      ))}
    </ul>
  );
}
