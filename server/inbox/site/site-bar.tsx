import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { ITEM_ACTIONS } from "../../../contract/inbox/site-editor.ts";
import { EDIT_FORM, INBOX_FIELDS } from "../fields.ts";
import { Post, Press } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { BAR, pageAddress } from "./addresses.ts";

type ItemAction = (typeof ITEM_ACTIONS)[number];

/** Who may publish the draft, and who may only add to it. */
export type SiteRight = "publish" | "draft";

/** What a page says of the draft, and what its *Publish* sends. */
export interface Publishable {
  /** The page of the site that is shown after publishing. */
  page: string;
  right: SiteRight;
  changes: number;
  /**
   * The ids of the changes that the reader knows of: no others are published.
   */
  ids: string;
  waiting: number;
  canWrite: boolean;
}

export interface SiteBarProps extends Publishable {
  /** The address of the form for the page's text and address. */
  ownPage?: string | undefined;
  open?: OpenText | undefined;
}

/** The text that a tap opened. */
export interface OpenText {
  label: string;
  /**
   * What explains the text: its comment in the
   * file, and the values of its words in braces.
   */
  help: readonly string[];
  /**
   * Hidden fields of the form: the page, the
   * text and the version that is replaced.
   */
  fields: Readonly<Record<string, string>>;
  /** Why it cannot be changed. */
  locked?: string | undefined;
  problems: readonly string[];
  /** The form of the price, if the text says it in braces. */
  offer: string | false;
  /**
   * What the text's item of a list offers, and the address
   * of all its fields. Undefined outside of lists.
   */
  item?: { actions: ItemAction[]; fields: string | undefined } | undefined;
  /** The part of the page that can be left out. */
  part?: string | undefined;
  back: string;
}

/** The bar at the foot of a page of the site. */
export function SiteBar(bar: SiteBarProps) {
  const { siteEditor, isOpened } = useInbox();
  return (
    <aside
      id={BAR}
      tabIndex={-1}
      className={isOpened ? "site-bar opened" : "site-bar"}
      aria-label={siteEditor.heading}
    >
      {bar.open ? <TextBar {...bar.open} /> : <DraftBar {...bar} />}
    </aside>
  );
}

function DraftBar(bar: SiteBarProps) {
  const { page, right, changes } = bar;
  const { waiting, canWrite, ownPage } = bar;
  const { siteEditor, inbox, deed, plural } = useInbox();
  const { unpublished, tap, readOnly, askOwner } = siteEditor;
  const confirmation = deed && inbox.deeds[deed.what];
  return (
    <>
      <p role="status">
        {typeof confirmation === "string" &&
          `${fillIn(confirmation, { machine: deed?.machine ?? "" })} `}
        {changes === 0 ? tap : <strong>{plural(unpublished, changes)}</strong>}
        {waiting > 0 && ` ${plural(siteEditor.waiting, waiting)}`}
        {!canWrite && ` ${readOnly}`}
        {changes > 0 && right === "draft" && ` ${askOwner}`}
      </p>
      <PublishButton {...bar} />
      {ownPage && <a href={ownPage}>{siteEditor.page.open}</a>}
      <a href={INBOX.siteChanges}>{siteEditor.changes}</a>
      <a href={pageAddress(page, INBOX.siteTexts)}>{siteEditor.texts}</a>
      <a href={pageAddress(page, INBOX.sitePictures)}>
        {siteEditor.pictures.heading}
      </a>
      <a href={INBOX.path}>{siteEditor.inbox}</a>
    </>
  );
}

/** Nothing, if nothing can be published, or this person may not. */
export function PublishButton(draft: Publishable) {
  const { siteEditor } = useInbox();
  const { page, right, changes, ids } = draft;
  const { waiting, canWrite } = draft;
  if (changes <= waiting || right !== "publish" || !canWrite) return null;
  return (
    <Press
      label={siteEditor.publish}
      action={INBOX.publish}
      fields={{
        [INBOX_FIELDS.page]: page,
        [INBOX_FIELDS.at]: ids,
      }}
      className="main"
    />
  );
}

function TextBar(text: OpenText) {
  const { siteEditor } = useInbox();
  const { label, help, locked } = text;
  const { problems, offer, back, fields } = text;
  const isLocked = locked !== undefined;
  return (
    <Post id={EDIT_FORM} action={INBOX.site} fields={fields}>
      {/* The field's description, which begins with what is wrong. */}
      <p id={`${EDIT_FORM}-help`}>
        {problems.map((problem) => (
          <span key={problem} className="wrong">
            {problem}
          </span>
        ))}
        <strong>{label}</strong> {[locked, ...help].join(" ")}
      </p>
      {!isLocked && (
        <button name={INBOX_FIELDS.action} value="set" className="main">
          {siteEditor.save}
        </button>
      )}
      <a href={back}>{siteEditor.cancel}</a>
      {offer && <a href={offer}>{siteEditor.offer}</a>}
      {!isLocked && <ItemButtons {...text} />}
    </Post>
  );
}

function ItemButtons({ item, part }: OpenText) {
  const { siteEditor } = useInbox();
  const button = (action: ItemAction | "leave-out", label: string) => (
    <button key={action} name={INBOX_FIELDS.action} value={action}>
      {label}
    </button>
  );
  return (
    <>
      {item?.actions.map((action) => button(action, siteEditor[action]))}
      {item?.fields && <a href={item.fields}>{siteEditor.allFields}</a>}
      {part && (
        <details>
          <summary>{siteEditor.more}</summary>
          {button("leave-out", fillIn(siteEditor.leaveOut, { part }))}
        </details>
      )}
    </>
  );
}
