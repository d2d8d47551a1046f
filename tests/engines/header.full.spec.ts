/** The header's links, and the menu that holds them on a phone. */
import { content, sectionLabel } from "../content.ts";
import { expect, test } from "./test.ts";

const inView = (id: string): boolean => {
  const section = document.getElementById(id)?.getBoundingClientRect();
  return section !== undefined && Math.abs(section.top) < innerHeight / 2;
};

test("a header link leads to its section, which gets focus, and Back returns", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.untilHydrated();
  await visitor.clicks("link", sectionLabel("features"));
  await expect.poll(() => visitor.look(inView, "features")).toBe(true);
  expect(await visitor.look(() => [location.hash, document.activeElement?.id])).toEqual([
    "#features",
    "features",
  ]);
  expect(await visitor.sees("link", sectionLabel("hero")), "the header stays").toBe(true);
  await expect.poll(() => visitor.look(isStill)).toBe(true);
  await visitor.back();
  await expect.poll(() => visitor.look(() => scrollY)).toBe(0);
});

function isStill(): boolean {
  const { dataset } = document.documentElement;
  const rests = dataset["stood"] === String(scrollY);
  dataset["stood"] = String(scrollY);
  return rests;
}

const LINKS = [...content.sections.map(({ label }) => label), content.header.bookCall];

for (const before of [false, true]) {
  const when = before ? "before the script has come" : "with the script";
  test(`a phone's menu ${when} opens, closes and leads on`, async ({ visitor, gate, window }) => {
    await window.resize(390, 780);
    if (before) gate.hold(/assets\/hydrate-/);
    await visitor.open("/");
    if (!before) await visitor.untilHydrated();
    expect(await visitor.sees("link", sectionLabel("hero")), "it is closed").toBe(false);
    await visitor.clicks("button", content.header.menuButton);
    for (const link of LINKS) await visitor.finds("link", link);
    await visitor.presses("escape");
    await expect.poll(() => visitor.sees("link", sectionLabel("hero"))).toBe(false);
    await expect.poll(() => visitor.look(() => document.activeElement?.tagName)).toBe("BUTTON");
    await visitor.clicks("button", content.header.menuButton);
    await visitor.finds("link", sectionLabel("hero"));
    await visitor.clicksAt(195, 700);
    await expect.poll(() => visitor.sees("link", sectionLabel("hero"))).toBe(false);
    await visitor.clicks("button", content.header.menuButton);
    await visitor.clicks("link", sectionLabel("about"));
    await expect.poll(() => visitor.look(inView, "about")).toBe(true);
    // Closing is the script's.
    if (!before) await expect.poll(() => visitor.sees("link", sectionLabel("features"))).toBe(false);
  });
}
