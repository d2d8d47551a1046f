import type { SharedContent } from "../page-content.ts";

interface LinksProps {
  /**
   * Without `href`, the label is no link. Screen
   * readers read `name` in place of the label.
   */
  links: readonly { label: string; href?: string | undefined; name?: string }[];
  className?: string | undefined;
}

export function LinkList({ links, className }: LinksProps) {
  if (links.length === 0) return null;
  return (
    <ul className={className}>
      {links.map(({ label, href, name }) => (
        <li key={label}>
          {href === undefined ? (
            label
          ) : (
            <a href={href} aria-label={name}>
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Links to write to the agency, and to call it. */
export const contactLinks = ({
  contactEmail,
  contactPhone,
  phoneUrl,
}: SharedContent["site"]) =>
  [
    { label: contactEmail, href: `mailto:${contactEmail}` },
    { label: contactPhone, href: phoneUrl },
  ] as const;
