/** From page to page, and Back. */
import { content, sectionLabel } from "../content.ts";
import { expect, test } from "./test.ts";

const { pages } = content;

const title = (): string => document.title;
const place = (): number => Math.round(scrollY);

test("Book a Call opens the form at its top; Back returns to the place, Forward to the form", async ({
  visitor,
}) => {
  await visitor.open("/");
  await visitor.untilHydrated();
  await visitor.look(() => Object.assign(globalThis, { visit: "the same" }) && null);
  await visitor.look(() => scrollTo(0, 900));
  await visitor.clicks("link", content.header.bookCall);
  await expect.poll(() => visitor.look(title)).toBe(pages.bookCall.title);
  await expect.poll(() => visitor.look(place)).toBe(0);
  await expect.poll(() => visitor.look(() => document.activeElement?.tagName)).toBe("H1");

  await visitor.back();
  await expect.poll(() => visitor.look(title)).toBe(pages.home.title);
  await expect.poll(() => visitor.look(place)).toBe(900);
  await visitor.forward();
  await expect.poll(() => visitor.look(title)).toBe(pages.bookCall.title);
  await expect.poll(() => visitor.look(place)).toBe(0);
  expect(await visitor.look(() => "visit" in globalThis), "in one document").toBe(true);
});

test("Back from the form to a section that was reached by its link", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.untilHydrated();
  await visitor.clicks("link", sectionLabel("testimonials"));
  await expect.poll(() => visitor.look(() => document.activeElement?.id)).toBe("testimonials");
  const top = () =>
    Math.abs(document.getElementById("testimonials")?.getBoundingClientRect().top ?? 9999) < 200;
  await expect.poll(() => visitor.look(top)).toBe(true);
  await visitor.clicks("link", content.header.bookCall);
  await expect.poll(() => visitor.look(title)).toBe(pages.bookCall.title);
  await visitor.back();
  await expect.poll(() => visitor.look(() => location.hash)).toBe("#testimonials");
  await expect.poll(() => visitor.look(top)).toBe(true);
});
