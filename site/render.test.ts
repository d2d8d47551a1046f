import { expect, test } from "vitest";
import { content } from "../tests/content.ts";
import { rendererOf } from "../tests/renderer.ts";

test.each([
  ["M13.832 16.568a1 1 0 0 0 1.213-.303", "M13.8 16.6a1 1 0 0 0 1.2-.3"],
  // The flags of an arc and its end, and two numbers that share a point.
  ["M1 2a1 1 0 01.293.707", "M1 2a1 1 0 01.3.7"],
  ["M2.04-2.03.02-7.36Z", "M2.0-2.0.0-7.4Z"],
  ["M9.96.5", "M9.9.5"],
])("the drawing %s is sent as %s", async (drawn, sent) => {
  const symbols = { hvac: `<path d="${drawn}"/>` };
  const file = { src: "/trades.svg", width: 9, height: 9, symbols };
  const renderer = rendererOf({
    ...content,
    pictures: { ...content.pictures, "trades.svg": file },
  });
  const html = await renderer.renderPage({
    path: "/hvac",
    status: 200,
    form: { kind: "empty" },
  });
  expect(html).toContain(`<path d="${sent}"/>`);
});
