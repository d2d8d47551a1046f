import { Play } from "lucide";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import { Headline } from "./headline.tsx";
import { SchedulingLink } from "./scheduling-link.tsx";
import css from "./hero.module.css";

type HeroProps = Pick<HomeContent, "hero" | "offer" | "demo"> & {
  children: ReactNode;
};

export function Hero({ hero, offer, demo, children }: HeroProps) {
  return (
    <section
      id="hero"
      tabIndex={-1}
      aria-labelledby="headline"
      className={css.hero}
    >
      <div className={css.text}>
        <Headline {...hero} />
        <p className={css.lead}>{hero.lead}</p>
        <p className={css.actions}>
          <SchedulingLink>{hero.bookNow}</SchedulingLink>
          {demo && <WatchDemo>{hero.watchDemo}</WatchDemo>}
        </p>
        <p className={css.note}>
          {`${hero.note} `}
          <SampleMark sample={offer?.sample} />
        </p>
      </div>
      {children}
    </section>
  );
}

export function WatchDemo({ children }: { children: string }) {
  return (
    <Button variant="plain" popoverTarget="demo">
      <Icon drawing={Play} size={18} />
      {children}
    </Button>
  );
}
