import { INBOX } from "../../../contract/http/routes.ts";
import type {
  SampleMail,
  SamplePage,
  Setting,
} from "../../../contract/inbox/site-editor.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Press, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Links, type SiteLink } from "./links.tsx";

export interface TextsProps {
  page: string;
  samples: readonly { path: string; name: SamplePage }[];
  mails: readonly { path: string; name: SampleMail }[];
  pages: readonly OwnPage[];
  /** Pages of text that can be begun. */
  begin: readonly SiteLink[];
  settings: readonly { name: Setting; address: string }[];
  /** The texts of the page that no tap reaches. */
  texts: readonly SiteLink[];
  /** The parts that were left out, and the lists that are empty. */
  missing: readonly { at: string; name: string }[];
  files: readonly SiteLink[];
}

/** A page with a file of its own. */
interface OwnPage {
  path: string;
  title: string;
  /** The address of the form for a copy. */
  copy: string | undefined;
  /** The address of the form for its text and address. */
  form: string;
}

const linkTo = (path: string) =>
  `${INBOX.site}?${new URLSearchParams({ [INBOX_FIELDS.page]: path })}`;

export function TextsPage(props: TextsProps) {
  const { siteEditor } = useInbox();
  const { page, mails, settings, texts, missing, files } = props;
  return (
    <Frame heading={siteEditor.texts} back={linkTo(page)}>
      <Section id="settings" heading={siteEditor.settingsHeading}>
        <Links
          className="settings"
          links={[
            { name: siteEditor.launchHeading, address: INBOX.launch },
            ...settings.map(({ name, address }) => {
              return { name: siteEditor.settings[name], address };
            }),
          ]}
        />
      </Section>
      <Pages {...props} />
      <Section id="mails" heading={siteEditor.mailsHeading}>
        <Links
          links={mails.map(({ path, name }) => {
            return { name: siteEditor.mails[name], address: linkTo(path) };
          })}
        />
      </Section>
      {missing.length > 0 && (
        <Section id="left" heading={siteEditor.left}>
          <ul className="fields">
            {missing.map(({ at, name }) => (
              <li key={at}>
                {name}
                <Press
                  label={siteEditor.putBack}
                  aria-label={`${siteEditor.putBack}: ${name}`}
                  action={INBOX.siteParts}
                  fields={{ [INBOX_FIELDS.at]: at, [INBOX_FIELDS.page]: page }}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {texts.length > 0 && (
        <Section id="texts" heading={siteEditor.otherTexts}>
          <Links links={texts} />
        </Section>
      )}
      <Section id="files" heading={siteEditor.filesHeading}>
        <Links links={files} />
      </Section>
    </Frame>
  );
}

function Pages({ samples, pages, begin }: TextsProps) {
  const { siteEditor } = useInbox();
  const { open, beginHeading } = siteEditor.page;
  return (
    <Section id="pages" heading={siteEditor.pagesHeading}>
      <Links
        links={samples.map(({ path, name }) => {
          return { name: siteEditor.pages[name], address: linkTo(path) };
        })}
      />
      <ul className="fields">
        {pages.map(({ path, title, copy, form }) => (
          <li key={path}>
            <a href={linkTo(path)}>{title}</a>{" "}
            {copy !== undefined && (
              <a href={copy} aria-label={`${siteEditor.copy}: ${title}`}>
                {siteEditor.copy}
              </a>
            )}{" "}
            <a href={form} aria-label={`${open}: ${title}`}>
              {open}
            </a>
          </li>
        ))}
      </ul>
      <h3>{beginHeading}</h3>
      <Links links={begin} />
    </Section>
  );
}
