/** Job tickets on a rail, and the route that an inquiry takes. */
import { Icon } from "../../components/icon.tsx";
import type { StaticContent } from "../../page-content.ts";
import css from "./features.module.css";
import head from "./section-head.module.css";
import { Missed } from "./missed.tsx";
import { Route } from "./route.tsx";

type FeaturesProps = Pick<StaticContent, "features" | "route"> & Partial<Pick<StaticContent, "missed">>;

export function Features({ features, route, missed }: FeaturesProps) {
  return (
    <section id="features" tabIndex={-1} aria-labelledby="features-heading" className={css.features}>
      <div className={css.inner}>
        <div className={head.head}>
          <h2 id="features-heading">{features.heading}</h2>
          <p className={head.lead}>{features.lead}</p>
        </div>
        <ol className={css.tickets}>
          {features.items.map((feature, index) => (
            <li key={feature.title} className={css.ticket}>
              <p className={css.stub}>
                <span>{`${features.ticket} ${String(index + 1).padStart(2, "0")}`}</span>
                <Icon drawing={feature.drawing} />
              </p>
              <div className={css.job}>
                <h3>{feature.title}</h3>
                <p>{feature.description}</p>
              </div>
              <ul className={css.benefits}>
                {feature.benefits.map((benefit) => (
                  <li key={benefit}>{benefit}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {route.steps.length > 0 && <Route {...route} />}
        {missed && <Missed {...missed} />}
      </div>
    </section>
  );
}
