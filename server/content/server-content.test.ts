import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { serverContent } from "./server-content.ts";

test("a testimonial of a trade's page is a sample testimonial, too", () => {
  const testimonials = { ...content.testimonials, items: [] };
  const own = serverContent({ ...content, testimonials }, "");
  expect(own.sampleTestimonials).toBe(true);
});

test("mails are signed by the visitors' contact person, unless this person is a sample", () => {
  const host = { intro: "YOU TALK TO", name: "Ana Reyes", role: "Owner" };
  const signedBy = (changes: typeof content.contact.host) =>
    serverContent(
      { ...content, contact: { ...content.contact, host: changes } },
      "",
    ).host;
  expect(signedBy({ ...host, sample: true })).toBeNull();
  expect(signedBy(host)).toEqual({ name: "Ana Reyes", role: "Owner" });
});
