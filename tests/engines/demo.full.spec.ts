/** "Watch Demo". */
import { content, demoLines, demos } from "../content.ts";
import { expect, test } from "./test.ts";

const { demo } = content;

const lines = (): number => document.querySelectorAll("dialog li").length;
const focus = (): string => document.activeElement?.textContent?.trim() ?? "";

test("plays to its end", async ({ visitor, gate }) => {
  gate.hurry(20);
  await visitor.open("/");
  await visitor.untilHydrated();
  await visitor.clicks("button", content.hero.watchDemo);
  await visitor.finds("dialog", demo.title);
  const [path = "", { lines: said } = { lines: [] }] = Object.entries(demos).at(-1) ?? [];
  await visitor.clicks("link", content.trades[path.slice(1)]?.name ?? "");
  await expect.poll(() => visitor.look(lines)).toBe(said.length);
  await visitor.finds("link", demo.book);
});

for (const { name, hold } of [
  { name: "closes", hold: false },
  { name: "opens as its transcript before the script has come, and closes", hold: true },
]) {
  test(`${name} with Escape, beside it and with its button`, async ({ visitor, gate }) => {
    if (hold) gate.hold(/assets\/(main|play)-/);
    await visitor.open("/");
    if (!hold) await visitor.untilHydrated();
    for (const { close, givesBack } of [
      { close: () => visitor.presses("escape"), givesBack: true },
      // The click beside it may be one on something that takes focus.
      { close: () => visitor.clicksAt(20, 400), givesBack: false },
      { close: () => visitor.clicks("button", demo.close), givesBack: true },
    ]) {
      await visitor.clicks("button", content.hero.watchDemo);
      await visitor.finds("dialog", demo.title);
      if (hold) expect(await visitor.look(lines)).toBe(demoLines.length);
      await close();
      await expect.poll(() => visitor.sees("dialog")).toBe(false);
      if (givesBack) await expect.poll(() => visitor.look(focus)).toBe(content.hero.watchDemo);
    }
  });
}

test("opens as its transcript without script, and closes with its button", async ({ visitor, gate }) => {
  gate.leaveOutScript();
  await visitor.open("/");
  await visitor.clicks("button", content.hero.watchDemo);
  await visitor.finds("dialog", demo.title);
  expect(await visitor.look(lines)).toBe(demoLines.length);
  await visitor.clicks("button", demo.close);
  await expect.poll(() => visitor.sees("dialog")).toBe(false);
});
