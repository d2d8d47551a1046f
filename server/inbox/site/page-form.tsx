import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Post, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Links, type SiteLink } from "./links.tsx";

export interface PageFormProps {
  heading: string;
  problems: readonly string[];
  hidden: Readonly<Record<string, string>>;
  /** The name of a new trade; undefined for other pages. */
  name: string | undefined;
  /** Undefined once visitors know the address. */
  address: string | undefined;
  /** The Markdown of a page of text. */
  text: string | undefined;
  /** The page's HTML, in which what somebody typed is escaped. */
  preview: string;
  /** What leads to the page; undefined for a new page. */
  links: readonly SiteLink[] | undefined;
  back: string;
}

export function PageForm(props: PageFormProps) {
  const { heading, problems, hidden, name, text, preview, back } = props;
  const { siteEditor } = useInbox();
  const { page: words } = siteEditor;
  const isTyped = [name, props.address, text].some((one) => one !== undefined);
  return (
    <Frame heading={heading} back={back} problems={problems}>
      {preview !== "" && (
        <Section id="preview" heading={words.preview}>
          <div dangerouslySetInnerHTML={{ __html: preview }} />
        </Section>
      )}
      {isTyped && (
        <Post className="ask wide" fields={hidden} autoComplete="off">
          <Fields {...props} />
          <div className="actions">
            <button name={INBOX_FIELDS.action} value="set" className="main">
              {siteEditor.save}
            </button>
            {text !== undefined && (
              <button name={INBOX_FIELDS.action} value="preview">
                {words.preview}
              </button>
            )}
            <a href={back}>{siteEditor.cancel}</a>
          </div>
        </Post>
      )}
      <Removal {...props} />
    </Frame>
  );
}

function Fields({ name, address, text }: PageFormProps) {
  const { page: words } = useInbox().siteEditor;
  return (
    <>
      {name !== undefined && (
        <>
          <label htmlFor="name">{words.name}</label>
          <input id="name" name={INBOX_FIELDS.name} defaultValue={name} />
        </>
      )}
      {text !== undefined && (
        <>
          <label htmlFor="text">{words.text}</label>
          <textarea
            id="text"
            name={INBOX_FIELDS.note}
            rows={20}
            defaultValue={text}
            aria-describedby="text-help"
            dir="auto"
          />
          <p id="text-help" className="when">
            {words.help}
          </p>
        </>
      )}
      {address !== undefined && (
        <>
          <label htmlFor="address">{words.address}</label>
          <input
            id="address"
            name={INBOX_FIELDS.address}
            defaultValue={address}
            aria-describedby="address-help"
            autoCapitalize="none"
          />
          <p id="address-help" className="when">
            {words.addressHelp}
          </p>
        </>
      )}
    </>
  );
}

/** Names what leads to the page before the page can be taken away. */
function Removal({ hidden, links }: PageFormProps) {
  const { page: words } = useInbox().siteEditor;
  if (!links) return;
  return (
    <Section id="remove" heading={words.removeHeading}>
      <p>{links.length === 0 ? words.noLinks : words.links}</p>
      <Links links={links} />
      <Post fields={hidden}>
        <button name={INBOX_FIELDS.action} value="remove">
          {words.remove}
        </button>
      </Post>
    </Section>
  );
}
