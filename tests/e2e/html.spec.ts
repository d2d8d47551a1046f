/** The scripts and styles of the HTML, and its policy. */
import { START_SCRIPT } from "../../contract/security-policy.ts";
import { createHash } from "node:crypto";
import { expect, test } from "./test.ts";

test("each page has one inline script, the only one that its policy allows", async ({ request }) => {
  for (const path of ["/", "/book-call", "/no-such-page"]) {
    const response = await request.get(path);
    const html = await response.text();
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
  }
});

function policyHash(text = ""): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
