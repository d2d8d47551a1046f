/** Signed-off tickets: three visible at once, on a phone the rest is collapsed. */
import type { HomeContent } from "../../page-content.ts";
import head from "./section-head.module.css";
import css from "./testimonials.module.css";

type TestimonialsContent = NonNullable<HomeContent["testimonials"]>;

const AT_ONCE = 3;

export function Testimonials(testimonials: TestimonialsContent) {
  return (
    <section
      id="testimonials"
      tabIndex={-1}
      aria-labelledby="testimonials-heading"
      className={css.testimonials}
    >
      <div className={css.inner}>
        <div className={`${head.head} ${head.short}`}>
          <h2 id="testimonials-heading">{testimonials.heading}</h2>
          <p className={head.lead}>{testimonials.lead}</p>
        </div>
        <Slips items={testimonials.items.slice(0, AT_ONCE)} labels={testimonials} />
        {testimonials.items.length > AT_ONCE && (
          <details className={css.more}>
            <summary>
              <span>{testimonials.more}</span>
              <span>{testimonials.fewer}</span>
            </summary>
            <Slips items={testimonials.items.slice(AT_ONCE)} labels={testimonials} />
          </details>
        )}
      </div>
    </section>
  );
}

function Slips({ items, labels }: { items: TestimonialsContent["items"]; labels: TestimonialsContent }) {
  return (
    <ul className={css.slips}>
      {items.map((item) => (
        <Slip key={item.name} item={item} labels={labels} />
      ))}
    </ul>
  );
}

type SlipProps = { item: TestimonialsContent["items"][number]; labels: TestimonialsContent };

export function Slip({ item, labels }: SlipProps) {
  const { name, trade, business, town, content, results, rating, portrait } = item;
  return (
    <li className={css.slip}>
      <figure>
        <figcaption className={css.who}>
          <Portrait {...{ name, portrait }} />
          <strong>{name}</strong>
          <span
            className={css.rating}
            role="img"
            aria-label={labels.rating.replace("{rating}", String(rating))}
          >
            {"★".repeat(rating)}
          </span>
          <span>{[trade, business, town].filter(Boolean).join("\u00a0· ")}</span>
        </figcaption>
        <blockquote className={css.content}>{content}</blockquote>
      </figure>
      <p className={css.results}>
        <span>{labels.resultsLabel}</span> {results}
      </p>
    </li>
  );
}

/** A picture, or the first and the last initial. */
export function Portrait({
  name,
  portrait,
}: Pick<TestimonialsContent["items"][number], "name" | "portrait">) {
  return portrait ? (
    <img {...portrait} className={css.portrait} alt="" loading="lazy" />
  ) : (
    <span className={css.portrait} aria-hidden="true">
      {name.replace(/^(\S)\S*(?:\s+(\S)\S*)*$/u, "$1$2")}
    </span>
  );
}
