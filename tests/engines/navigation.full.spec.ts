/** From page to page, and Back. */
import { content, sectionLabel } from "../content.ts";
import { expect, test } from "./test.ts";

const { pages } = content;

// WebKitGTK 2.50 loads a document and reports a fade between documents that it skips by itself.
test.beforeEach(({ gate }) => gate.expectErrors(/Skipping view transition/));

const title = (): string => document.title;
const place = (): number => Math.round(scrollY);

test("Book a Call opens the form; Back returns to the position, Forward to the form", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.untilHydrated();
  await visitor.look(() => Object.assign(globalThis, { visit: "the same" }) && null);
  await visitor.look(() => scrollTo(0, 900));
  await visitor.clicks("link", content.header.bookCall);
  await expect.poll(() => visitor.look(title)).toBe(pages.bookCall.title);
  await expect.poll(() => visitor.look(place)).toBe(0);
  const heading = () => !("navigation" in globalThis) || document.activeElement?.tagName === "H1";
  await expect.poll(() => visitor.look(heading)).toBe(true);
  // WebKit reports an import that is cut off when its document is left.
  await visitor.untilHydrated();

  await visitor.back();
  await expect.poll(() => visitor.look(title)).toBe(pages.home.title);
  await expect.poll(() => visitor.look(place)).toBe(900);
  await visitor.untilHydrated();
  await visitor.forward();
  await expect.poll(() => visitor.look(title)).toBe(pages.bookCall.title);
  await expect.poll(() => visitor.look(place)).toBe(0);
  const isOneDocument = await visitor.look(() => "visit" in globalThis === "navigation" in globalThis);
  expect(isOneDocument, "one document where the browser has the Navigation API, else several").toBe(true);
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
  await visitor.untilHydrated();
  await visitor.back();
  await expect.poll(() => visitor.look(() => location.hash)).toBe("#testimonials");
  await expect.poll(() => visitor.look(top)).toBe(true);
});
