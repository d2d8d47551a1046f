/** The typing headline. */
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { hero } = content;

/** Records in the page each text of the headline, which changes faster than a test can look. */
function watch(): void {
  const typed = document.querySelector<HTMLElement>("[data-typed]");
  const stood = new Set([typed?.dataset["typed"]]);
  if (typed)
    new MutationObserver(() => stood.add(typed.dataset["typed"])).observe(typed, { attributes: true });
  Object.assign(globalThis, { stood: () => [...stood] });
}

const types = (): boolean => document.querySelector("[data-typed]") !== null;

const texts = (): string[] => ("stood" in globalThis && typeof stood === "function" ? stood() : []);

test("types each of its phrases, and shows a whole one while it is paused", async ({ visitor, gate }) => {
  gate.hurry(10);
  await visitor.open("/");
  await visitor.untilHydrated();
  // The headline begins to type once it is hydrated itself.
  await expect.poll(() => visitor.look(types)).toBe(true);
  await visitor.look(watch);
  await expect
    .poll(() => visitor.look(texts), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(content.hero.phrases));
  await visitor.clicks("button", hero.pause);
  await visitor.finds("button", hero.resume);
  await visitor.look(watch);
  for (let looks = 0; looks < 10; looks++) expect(await visitor.look(texts)).toHaveLength(1);
  expect(hero.phrases).toContain(Object(await visitor.look(texts))[0]);
});

declare global {
  /** Added to the page by `watch`. */
  function stood(): string[];
}
