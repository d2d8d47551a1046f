/** `docs/architecture.svg` matches the sources. Redraw it by `npx vitest run tests/structure/picture.test.ts -u`. */
import { expect, test } from "vitest";
import { picture } from "./picture.ts";

test("the picture of the architecture is drawn from today's imports", async () => {
  const drawn = picture();
  expect(drawn).toContain(">server/storage<");
  await expect(drawn).toMatchFileSnapshot("../../docs/architecture.svg");
});
