import type { ReactNode } from "react";
import head from "./section-head.module.css";

interface SectionProps {
  id: string;
  heading: string;
  lead: string;
  className: string | undefined;
  /** The class of the column within the section. */
  inner: string | undefined;
  children: ReactNode;
}

/** A section of the landing page. A link to it moves the focus there. */
export function HomeSection(section: SectionProps) {
  const { id, heading, lead, className, inner, children } = section;
  const headingId = `${id}-heading`;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={className}
    >
      <div className={inner}>
        <div className={head.head}>
          <h2 id={headingId}>{heading}</h2>
          <p className={head.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
