import { INBOX } from "../../../contract/http/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, Press, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { pageAddress } from "./addresses.ts";
import { FoldingLinks, type LinkGroup } from "./links.tsx";

declare module "../pages.tsx" {
  interface NamedPages {
    TextsPage: typeof TextsPage;
  }
}

interface TextsProps {
  page: string;
  groups: readonly LinkGroup[];
  /** The parts that were left out, and the lists that are empty. */
  missing: readonly { at: string; name: string }[];
}

export function TextsPage({ page, groups, missing }: TextsProps) {
  const { texts, left, putBack } = useInbox().siteEditor;
  return (
    <Frame heading={texts} back={pageAddress(page)}>
      {groups.map((group) => (
        <FoldingLinks key={group.heading} {...group} />
      ))}
      {missing.length > 0 && (
        <Section id="left" heading={left}>
          <ul className="fields">
            {missing.map(({ at, name }) => (
              <li key={at}>
                {name}
                <Press
                  label={putBack}
                  aria-label={`${putBack}: ${name}`}
                  action={INBOX.siteParts}
                  fields={{ [INBOX_FIELDS.at]: at, [INBOX_FIELDS.page]: page }}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Frame>
  );
}
