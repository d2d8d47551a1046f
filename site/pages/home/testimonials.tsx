/** Six signed-off tickets. */
import { Star } from "lucide";
import { Icon } from "../../components/icon.tsx";
import { testimonials, type Testimonial } from "../../content/testimonials.ts";
import css from "./testimonials.module.css";

export function Testimonials() {
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
            <Slip key={item.name} {...item} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Slip({ name, trade, content, results, rating }: Testimonial) {
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
        <span>{testimonials.resultsLabel}</span> {results}
      </p>
      <p
        className={css.rating}
        role="img"
        aria-label={testimonials.rating.replace("{rating}", String(rating))}
      >
        {Array.from({ length: rating }, (_, star) => (
          <Icon key={star} drawing={Star} size={18} filled />
        ))}
      </p>
    </li>
  );
}
