import type { ReactNode } from "react";
import css from "./home-section.module.css";

interface SectionProps {
  id: string;
  heading: string;
  lead: string;
  ground?: "paper" | "night";
  className?: string | undefined;
  children: ReactNode;
}

/** A section of the landing page. A link to it moves the focus there. */
export function HomeSection(section: SectionProps) {
  const { id, heading, lead } = section;
  const { ground = "paper", className, children } = section;
  const headingId = `${id}-heading`;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={`${css[ground]} ${className ?? ""}`.trim()}
    >
      <div className={css.inner}>
        <div className={css.head}>
          <h2 id={headingId}>{heading}</h2>
          <p className={css.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
