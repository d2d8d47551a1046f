import type { APIRequestContext } from "@playwright/test";
import { ROUTES } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { services, pages, site, testimonials } = content;

const address = (path: string): string => new URL(path, site.siteUrl).href;

async function text(request: APIRequestContext, path: string, type: RegExp): Promise<string> {
  const answer = await request.get(path);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toMatch(type);
  return answer.text();
}

const routes = ROUTES.map(({ name, path }) => ({ ...pages[name], path, picture: "/share-image.png" }));
const trades = Object.entries(content.trades).map(([name, trade]) => ({
  ...trade,
  path: `/${name}`,
  picture: `/share-image-${name}.png`,
}));

test("each page describes itself to search engines and link previews", async ({ page, request }) => {
  for (const { title, description, path, picture } of [...routes, ...trades.slice(0, 1)]) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    expect(description.length).toBeLessThanOrEqual(180);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address(path));
    for (const [name, said] of Object.entries({
      description,
      "og:title": title,
      "og:description": description,
      "og:url": address(path),
      "og:image": address(picture),
      "twitter:card": "summary_large_image",
    }))
      await expect(page.locator(`meta[name="${name}"], meta[property="${name}"]`)).toHaveAttribute(
        "content",
        said,
      );
    const png = await (await request.get(picture)).body();
    // Width and height are in the first chunk. Source: PNG specification, IHDR.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test("structured data names the organization or a trade's service", async ({ request }) => {
  const organization = { "@type": "Organization", name: site.brandName, telephone: site.contactPhone };
  const whole = { ...organization, url: address("/"), email: site.contactEmail };
  const described: [path: string, graph: object[]][] = [
    ["/", [whole, { "@type": "WebSite", name: site.brandName, url: address("/") }]],
    ...trades.map(({ path, description, name }): [string, object[]] => {
      const service = { description, audience: { audienceType: name }, provider: organization };
      return [path, [{ "@type": "Service", url: address(path), ...service }, { "@type": "FAQPage" }]];
    }),
  ];
  for (const [path, graph] of described) {
    const html = await text(request, path, /html/);
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(json)).toMatchObject({ "@context": "https://schema.org", "@graph": graph });
    expect(json).not.toMatch(/review|rating/i);
    for (const { name } of testimonials.items) expect(json).not.toContain(name);
  }
});

test("the sitemap has every page", async ({ request }) => {
  const sitemap = await text(request, "/sitemap.xml", /xml/);
  const ownPages = Object.keys({ ...content.trades, ...content.markdownPages }).map((name) => `/${name}`);
  const listed = [...ROUTES.map(({ path }) => path), ...ownPages].map(address);
  expect([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)).toEqual(listed);
});

const FILES = {
  "/robots.txt": ["User-agent: *\nAllow: /\nDisallow: /rest/\n", `Sitemap: ${address("/sitemap.xml")}`],
  "/llms.txt": [
    `# ${site.brandName}\n\n> `,
    address("/book-call"),
    site.contactEmail,
    ...services.map(({ label }) => label),
  ],
  // Notices of the code and fonts that the site carries.
  "/licenses.txt": ["react-dom", "lucide", "Big Shoulders", "Sofia Sans"],
};

for (const [path, parts] of Object.entries(FILES))
  test(`${path} has what its readers look for`, async ({ request }) => {
    const file = await text(request, path, /^text\/plain/);
    for (const part of parts) expect(file).toContain(part);
  });

test("each icon that a page names, or that is requested unasked, exists", async ({ page, request }) => {
  await page.goto("/");
  const icon = await page.locator('link[rel="icon"]').getAttribute("href");
  // An inline icon is smaller than the headers of a response.
  expect(decodeURIComponent(icon ?? "")).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
  for (const path of ["/favicon.ico", "/apple-touch-icon.png", "/icon-512.png"])
    expect((await request.get(path)).status(), path).toBe(200);
});
