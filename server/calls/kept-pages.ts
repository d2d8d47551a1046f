/** Rendered pages of `/schedule`, which are kept while the open times stay the same. */
import type { EncodedBody } from "../http/encoded-body.ts";
import type { Openings } from "./offered-times.ts";

/** About 40 KB each. */
const MAX_PAGES = 500;

export class KeptPages {
  readonly #pages = new Map<string, Promise<EncodedBody>>();
  #openings: Openings | undefined;

  /** A page that is there already, or about to be. */
  find(openings: Openings, key: string): Promise<EncodedBody> | undefined {
    return openings === this.#openings ? this.#pages.get(key) : undefined;
  }

  keep(openings: Openings, key: string, page: Promise<EncodedBody>): void {
    if (openings !== this.#openings || this.#pages.size === MAX_PAGES) this.#pages.clear();
    this.#openings = openings;
    this.#pages.set(key, page);
    page.catch(() => this.#pages.delete(key));
  }
}
