/** Puts the open times that the server put into the page into the visitor's zone, without those that were taken since. */
import { nextTimes } from "../../../contract/next-times.ts";
import { TIMES_PATH } from "../../../contract/routes.ts";

export const showNextTimes = async (): Promise<void> => {
  const place = document.querySelector<HTMLElement>("[data-times]:not(:empty)");
  if (!place) return;
  try {
    const answer: { times: string[] } = await (await fetch(TIMES_PATH)).json();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const { links, zone } = nextTimes(answer.times, timeZone, Date.now());
    const [shown, last] = [place.querySelectorAll("a"), place.querySelector("span")];
    if (last) last.textContent = zone;
    for (const [index, link] of shown.entries()) {
      const next = links[index];
      if (next) Object.assign(link, { href: next.href, textContent: next.text });
      else link.remove();
    }
    if (links.length === 0) place.textContent = "";
  } catch {
    // They stay on the agency's clock, whose name is beside them.
  }
};
