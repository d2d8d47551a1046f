/** Puts the next open times onto the visitor's clock, without those that were taken since. */
import { nextTimes } from "../../../contract/locale/next-times.ts";
import { TIMES_PATH } from "../../../contract/routes.ts";

export function showNextTimes(): void {
  const place = document.querySelector<HTMLElement>("[data-times='']");
  if (!place) return;
  place.dataset["times"] = "fresh";
  void fillIn(place);
}

async function fillIn(place: HTMLElement): Promise<void> {
  try {
    const answer: { times: string[] } = await (await fetch(TIMES_PATH)).json();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const { links, zone } = nextTimes(answer.times, timeZone, Date.now(), document.documentElement.lang);
    const children: HTMLElement[] = links.map(({ href, text }) => linkTo(href, text, zone));
    if (links.length > 0) children.push(spanOf(zone, { ariaHidden: "true" }));
    place.replaceChildren(...children);
  } catch {
    // They stay on the agency's clock, whose name is beside them.
  }
}

/** As `server/calls/next-times.ts` writes them: each says its zone to a screen reader. */
function linkTo(href: string, text: string, zone: string): HTMLAnchorElement {
  const link = Object.assign(document.createElement("a"), { href, rel: "nofollow" });
  link.append(text, spanOf(` ${zone}`, { className: "hidden" }));
  return link;
}

function spanOf(textContent: string, more: Partial<HTMLElement>): HTMLSpanElement {
  return Object.assign(document.createElement("span"), { textContent, ...more });
}
