/** Signed-off tickets. */
import { Star } from "lucide";
import { Icon } from "../../components/icon.tsx";
import type { StaticWords } from "../../words.ts";
import css from "./testimonials.module.css";

type Words = StaticWords["testimonials"];

export function Testimonials(testimonials: Words) {
  return (
    <section
      id="testimonials"
      tabIndex={-1}
      aria-labelledby="testimonials-heading"
      className={css.testimonials}
    >
      <div className={css.inner}>
        <div className={css.words}>
          <h2 id="testimonials-heading">{testimonials.heading}</h2>
          <p className={css.lead}>{testimonials.lead}</p>
        </div>
        <ul className={css.slips}>
          {testimonials.items.map((item) => (
            <Slip key={item.name} item={item} words={testimonials} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Slip({ item, words }: { item: Words["items"][number]; words: Words }) {
  const { name, trade, content, results, rating } = item;
  return (
    <li className={css.slip}>
      <figure>
        <figcaption className={css.who}>
          <strong>{name}</strong>
          <span>{trade}</span>
        </figcaption>
        <blockquote className={css.content}>{content}</blockquote>
      </figure>
      <p className={css.results}>
        <span>{words.resultsLabel}</span> {results}
      </p>
      <p className={css.rating} role="img" aria-label={words.rating.replace("{rating}", String(rating))}>
        {Array.from({ length: rating }, (_, star) => (
          <Icon key={star} drawing={Star} size={18} filled />
        ))}
      </p>
    </li>
  );
}
