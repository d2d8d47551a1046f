interface LinksProps {
  /** `name`: for a screen reader, where the label says less. */
  links: readonly { label: string; href: string; name?: string }[];
  className?: string | undefined;
}

export function Links({ links, className }: LinksProps) {
  if (links.length === 0) return null;
  return (
    <ul className={className}>
      {links.map(({ label, href, name }) => (
        <li key={label}>
          <a href={href} aria-label={name}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
