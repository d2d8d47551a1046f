/** A symbol of `content/pictures/trades.svg`. */
export function Drawing({
  href,
  className,
}: {
  href: string;
  className: string | undefined;
}) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={href} />
    </svg>
  );
}
