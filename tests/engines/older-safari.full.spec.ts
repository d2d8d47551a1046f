/** Safari 16: later features of WebKit are removed. Only in WebKit, because no other engine allows that. */
import { content, sectionLabel } from "../content.ts";
import { expect, test } from "./test.ts";

test.use({ without: ["PopoverAttribute", "CommandAttributes", "ScrollendEvent"] });

const { demo } = content;

test("on a phone the links are above the headline, and lead to sections", async ({ visitor, window }) => {
  await window.resize(390, 780);
  await visitor.open("/");
  expect(await visitor.look(() => "popover" in HTMLElement.prototype), "it is taken away").toBe(false);
  for (const link of [...content.sections.map(({ label }) => label), content.header.bookCall])
    await visitor.finds("link", link);
  expect(await visitor.sees("button", content.header.menuButton)).toBe(false);
  const between = () => {
    const links = document.querySelector("header")?.getBoundingClientRect();
    const headline = document.querySelector("h1")?.getBoundingClientRect();
    return links && headline ? headline.top - links.bottom : undefined;
  };
  expect(await visitor.look(between)).toBeGreaterThan(0);
  await visitor.untilHydrated();
  await visitor.clicks("link", sectionLabel("features"));
  await expect.poll(() => visitor.look(() => document.activeElement?.id)).toBe("features");
});

test("the demo plays, and closes beside it and with its button", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.untilHydrated();
  for (const close of [() => visitor.clicksAt(20, 400), () => visitor.clicks("button", demo.close)]) {
    await visitor.clicks("button", content.hero.watchDemo);
    await visitor.clicks("button", demo.play);
    await visitor.finds("button", demo.pause);
    await close();
    await expect.poll(() => visitor.sees("dialog")).toBe(false);
  }
});
