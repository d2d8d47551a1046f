/** The first screen: what it is, the two buttons, and the dispatch board. */
import { Play } from "lucide";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import type { HomeContent } from "../../page-content.ts";
import { Demo } from "./demo.tsx";
import { Headline } from "./headline.tsx";
import css from "./hero.module.css";
import { SchedulingLink } from "./scheduling-link.tsx";
import { useDemo } from "./use-demo.ts";

type HeroProps = Pick<HomeContent, "hero" | "demo"> & { board: ReactNode };

export function Hero({ hero, demo: content, board }: HeroProps) {
  const demo = useDemo(content.seconds);
  return (
    <section id="hero" tabIndex={-1} aria-labelledby="headline" className={css.hero}>
      <div className={css.text}>
        <Headline {...hero} />
        <p className={css.lead}>{hero.lead}</p>
        <p className={css.actions}>
          <SchedulingLink>{hero.bookNow}</SchedulingLink>
          {/* Before any script runs it opens the dialog as a popover. */}
          <Button look="plain" onClick={demo.open} popoverTarget="demo">
            <Icon drawing={Play} size={18} />
            {hero.watchDemo}
          </Button>
        </p>
        <p className={css.note}>{hero.note}</p>
      </div>
      {board}
      <Demo {...demo} content={content} />
    </section>
  );
}
