/** The HTML before any script runs: its text, its fields and its policy. */
import { HONEYPOT_FIELD } from "../../contract/form-timing.ts";
import { LEAD_COLUMNS } from "../../contract/lead.ts";
import { START_SCRIPT } from "../../contract/security-policy.ts";
import { createHash } from "node:crypto";
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { services } = content;

const SERVICE_LABELS = services.map(({ label }) => label);

const HOME_WORDS = [
  content.sections.map(({ label }) => label),
  content.hero.phrases,
  [content.header.bookCall, content.hero.bookNow, content.hero.watchDemo],
  [content.hero.lead, content.about.heading, content.features.heading, content.testimonials.heading],
  content.route.steps.map(({ title }) => title),
  [content.contact.heading, content.contact.getCall, content.contact.bookCall],
  content.legalLinks.map(({ label }) => label),
  SERVICE_LABELS,
].flat();

const { bookCall, fields, header } = content;
const FORM_WORDS = [
  [header.backHome, bookCall.submit, bookCall.consent],
  Object.values(fields).map(({ label }) => label),
  SERVICE_LABELS,
].flat();

test("the sections of / are in the specified order", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const marks = ["<header", 'id="hero"', 'id="about"', 'id="features"', 'id="testimonials"', 'id="contact"'];
  const places = [...marks, "<footer"].map((mark) => html.indexOf(mark));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("the form has the fields that a person can reach, and posts to its own page where no script runs", async ({
  request,
}) => {
  const html = await (await request.get("/book-call")).text();
  const controls = [...html.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"[^>]*>/g)];
  const [unseen, ...others] = controls.filter(([control]) => control.includes(" hidden"));
  expect([unseen?.[1], others]).toEqual([HONEYPOT_FIELD, []]);
  const names = controls.filter((control) => control !== unseen).map(([, name]) => name);
  expect(names).toEqual(Object.values(LEAD_COLUMNS).map(({ input }) => input));
  expect(html).toMatch(/<form[^>]* action="\/book-call"[^>]* method="post"/);
});

for (const [path, words] of [
  ["/", HOME_WORDS],
  ["/book-call", FORM_WORDS],
  ["/no-such-page", []],
] as const) {
  test(`${path} has its text in its HTML, and no inline script except its start script, the only one that the policy allows`, async ({
    request,
  }) => {
    const response = await request.get(path);
    const html = await response.text();
    const text = textOf(html);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
    const [start, ...others] = scripts.filter(
      ([, attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ""),
    );
    expect(start?.[1]).toMatch(/ data-entry="\/assets\/[\w.-]+"/);
    expect(start?.[2]).toBe(START_SCRIPT);
    expect(others).toEqual([]);
    expect(html).not.toMatch(/<[^>]+\s(?:on\w+|style)=/);

    const policy = response.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'self' ${policyHash(start?.[2])};`);
    expect(policy).not.toContain("unsafe");
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
    expect(styles.length).toBeGreaterThan(0);
    for (const style of styles) expect(policy).toContain(policyHash(style));
  });
}

function policyHash(text = ""): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The text of a document as a reader without styles sees it. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}
