import { expect, test } from "vitest";
import { testimonials } from "../../site/content/testimonials.ts";
import { findUnready } from "./unready.ts";

test("every sample and every placeholder is listed with the place to change it", () => {
  const lines = findUnready();
  for (const variable of ["SITE_URL", "CONTACT_EMAIL", "CONTACT_PHONE", "SCHEDULING_URL"]) {
    expect(lines.some((line) => line.startsWith(variable))).toBe(true);
  }
  for (const { name } of testimonials.items.filter((item) => item.sample)) {
    expect(lines.some((line) => line.includes(name) && line.includes("site/content/testimonials.ts"))).toBe(
      true,
    );
  }
  expect(lines.filter((line) => line.includes("site/content/about.ts"))).not.toEqual([]);
});
