import { fillIn } from "../../../contract/content/fill-in.ts";
import { useInbox } from "../use-inbox.ts";
import { Thumbnail } from "./picture-fields.tsx";

export interface SiteLink {
  name: string;
  /** Undefined for what is only named. */
  address?: string | undefined;
  /** The name of a picture that stands before the link. */
  picture?: string;
  /** A text of the site, which tells the link from others. */
  text?: string;
  /** What else can be done there. */
  more?: readonly SiteLink[];
}

interface LinksProps {
  links: readonly SiteLink[];
  className?: string;
}

export function Links({ links, className = "" }: LinksProps) {
  const { siteEditor } = useInbox();
  return (
    <ul className={`fields ${className}`}>
      {links.map(({ name, address, picture, text, more = [] }) => (
        <li key={address ?? name}>
          {picture && <Thumbnail name={picture} />}
          {address === undefined ? (
            <span>{name}</span>
          ) : (
            <a href={address}>{name}</a>
          )}{" "}
          {text && (
            <span dir="auto">{fillIn(siteEditor.otherText, { text })}</span>
          )}
          {more.map((one) => (
            <a
              key={one.address}
              href={one.address}
              aria-label={`${one.name}: ${name}`}
            >
              {one.name}
            </a>
          ))}
        </li>
      ))}
    </ul>
  );
}

export interface LinkGroup {
  heading: string;
  links: readonly SiteLink[];
  /** A press on the heading opens and folds the list. */
  isOpen: boolean;
}

/** Links under a heading. An empty group is left out. */
export const FoldingLinks = ({ heading, links, isOpen }: LinkGroup) =>
  links.length > 0 && (
    <details open={isOpen}>
      <summary>
        <h2>{heading}</h2>
      </summary>
      <Links links={links} className="columns" />
    </details>
  );
