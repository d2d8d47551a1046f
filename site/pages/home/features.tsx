import { Icon } from "../../components/icon.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import { Bars } from "./bars.tsx";
import { HomeSection } from "./home-section.tsx";
import { MissedCalls } from "./missed-calls.tsx";
import css from "./features.module.css";
import routeCss from "./route.module.css";

type FeaturesProps = Pick<HomeContent, "route" | "missed"> & {
  features: NonNullable<HomeContent["features"]>;
};

export function Features({ features, route, missed }: FeaturesProps) {
  return (
    <HomeSection id="features" {...features} ground="night">
      <ol className={css.tickets}>
        {features.items.map((feature) => (
          <Ticket key={feature.title} {...feature} />
        ))}
      </ol>
      {route && <Route {...route} />}
      {missed && <MissedCalls {...missed} />}
    </HomeSection>
  );
}

function Ticket(feature: FeaturesProps["features"]["items"][number]) {
  const { sheet } = feature;
  return (
    <li className={css.ticket}>
      <p className={css.stub}>
        <span>{feature.promise}</span>
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
      {sheet && (
        <div className={css.sheet}>
          <p>
            {`${sheet.heading} `}
            <SampleMark sample={sheet.sample} />
          </p>
          <Bars rows={sheet.rows} />
        </div>
      )}
    </li>
  );
}

function Route(route: NonNullable<HomeContent["route"]>) {
  return (
    <div id="route" tabIndex={-1} className={routeCss.route}>
      <h3 id="route-heading">{route.heading}</h3>
      <ol className={routeCss.stops} aria-labelledby="route-heading">
        {route.steps.map(({ time, title, text }) => (
          <li key={title}>
            <p className={routeCss.time}>{time}</p>
            <h4>{title}</h4>
            <p className={routeCss.text}>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
