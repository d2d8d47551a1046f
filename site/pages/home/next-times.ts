/** Puts the next open times onto the visitor's clock, without those that were taken since the server put them into the page. */
import { nextTimes } from "../../../contract/locale/next-times.ts";
import { TIMES_PATH } from "../../../contract/routes.ts";

export const showNextTimes = (): void => {
  const place = document.querySelector<HTMLElement>("[data-times='']");
  if (!place) return;
  place.dataset["times"] = "fresh";
  void fillIn(place);
};

async function fillIn(place: HTMLElement): Promise<void> {
  try {
    const answer: { times: string[] } = await (await fetch(TIMES_PATH)).json();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const { links, zone } = nextTimes(answer.times, timeZone, Date.now(), document.documentElement.lang);
    const shown: HTMLElement[] = links.map(({ href, text: textContent }) =>
      Object.assign(document.createElement("a"), { href, textContent }),
    );
    if (links.length > 0) shown.push(Object.assign(document.createElement("span"), { textContent: zone }));
    place.replaceChildren(...shown);
  } catch {
    // They stay on the agency's clock, whose name is beside them.
  }
}
