import { fillIn } from "../../../contract/content/fill-in.ts";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { HomeContent } from "../../page-content.ts";
import { HomeSection } from "./home-section.tsx";
import css from "./testimonials.module.css";

type TestimonialsContent = NonNullable<HomeContent["testimonials"]>;

export function Testimonials(testimonials: TestimonialsContent) {
  return (
    <HomeSection
      id="testimonials"
      {...testimonials}
      className={css.testimonials}
    >
      <ul className={css.slips}>
        {testimonials.items.map((item) => (
          <Slip key={item.name} item={item} labels={testimonials} />
        ))}
      </ul>
    </HomeSection>
  );
}

type SlipProps = {
  item: TestimonialsContent["items"][number];
  labels: Pick<TestimonialsContent, "rating" | "resultsLabel">;
};

export function Slip({ item, labels }: SlipProps) {
  const {
    name,
    trade,
    business,
    town,
    content,
    results,
    rating,
    portrait,
    source,
    sample,
  } = item;
  const places = [business, town].map((place) =>
    place ? `\u00a0· ${place}` : "",
  );
  const stars = fillIn(labels.rating, { rating });
  return (
    <li className={css.slip}>
      <figure>
        <figcaption className={css.who}>
          <Portrait portrait={portrait} />
          <strong>{name}</strong>
          <span className={css.rating} role="img" aria-label={stars}>
            {"★".repeat(rating)}
          </span>
          <span>
            {trade}
            <span>{places.join("")}</span>
          </span>
        </figcaption>
        <blockquote className={css.content}>
          {`${content} `}
          <SampleMark sample={sample} />
          {source && <a href={source}>{new URL(source).hostname}</a>}
        </blockquote>
      </figure>
      <p className={css.results}>
        <span>{labels.resultsLabel}</span>
        {` ${results}`}
      </p>
    </li>
  );
}

export function Portrait({
  portrait,
}: Pick<TestimonialsContent["items"][number], "portrait">) {
  return (
    portrait && (
      <img {...portrait} className={css.portrait} alt="" loading="lazy" />
    )
  );
}
