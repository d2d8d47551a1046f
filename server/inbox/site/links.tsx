import { fillIn } from "../../../contract/content/fill-in.ts";
import { useInbox } from "../use-inbox.ts";

export interface SiteLink {
  name: string;
  address: string;
  /** A text of the site, which tells the link from others. */
  text?: string;
}

interface LinksProps {
  links: readonly SiteLink[];
  className?: string;
  /** Whether browsers save what the links lead to. */
  areFiles?: boolean;
}

export function Links({ links, className = "", areFiles = false }: LinksProps) {
  const { siteEditor } = useInbox();
  return (
    <ul className={`fields ${className}`}>
      {links.map(({ name, address, text }) => (
        <li key={address}>
          <a href={address} download={areFiles}>
            {name}
          </a>{" "}
          {text && (
            <span dir="auto">{fillIn(siteEditor.otherText, { text })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
