/** A link inside the site: a plain one, which goes there without loading a document once the page is taken over. */
import type { ComponentProps } from "react";
import { follow } from "./navigation.ts";

export function Link({ href, children, ...rest }: ComponentProps<"a"> & { href: string }) {
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
