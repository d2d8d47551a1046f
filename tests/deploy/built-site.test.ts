/**
 * The files of the built site, as search engines
 * and visitors get them without scripts.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { transformWithOxc } from "vite";
import { ROUTES } from "../../contract/http/routes.ts";
import type { Program } from "../../contract/http/build-manifest.ts";
import { buildWhenStale, DIST } from "../../scripts/build/build-folder.ts";
import { ABOUT } from "../../server/content/render-site.ts";
import { PROGRAM } from "../../server/http/built-site.ts";
import { content } from "../content.ts";

beforeAll(buildWhenStale, 300_000);

const { site } = content;
const address = (path: string): string => new URL(path, site.siteUrl).href;
const read = (file: string) => readFileSync(join(DIST, "site", file), "utf8");
const filesIn = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: join(DIST, folder) }).map((file) =>
    join(folder, file),
  );

const trades = Object.entries(content.trades).map(([name, trade]) => ({
  ...trade,
  path: `/${name}`,
  picture: `/share-image-${name}.png`,
  alt: trade.headline,
}));

test("the picture of a link preview is 1200 by 630 pixels", () => {
  for (const { picture } of [{ picture: "/share-image.png" }, ...trades]) {
    const png = readFileSync(join(DIST, "site", picture));
    // Width and height are in the first chunk. Source: PNG specification, IHDR.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test("structured data names the organization or a trade's service, and no review", () => {
  const organization = {
    "@type": "Organization",
    name: site.brandName,
    telephone: site.contactPhone,
  };
  const whole = {
    ...organization,
    url: address("/"),
    email: site.contactEmail,
  };
  const described: [path: string, graph: object[]][] = [
    [
      "/",
      [whole, { "@type": "WebSite", name: site.brandName, url: address("/") }],
    ],
    ...trades.map(({ path, description, name, alt }): [string, object[]] => {
      const service = {
        name: alt,
        description,
        audience: { audienceType: name },
        provider: organization,
      };
      return [
        path,
        [
          { "@type": "Service", url: address(path), ...service },
          { "@type": "FAQPage" },
        ],
      ];
    }),
  ];
  for (const [path, graph] of described) {
    const html = read(path === "/" ? "index.html" : `${path}.html`);
    const json =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ??
      "";
    expect(JSON.parse(json)).toMatchObject({
      "@context": "https://schema.org",
      "@graph": graph,
    });
    expect(json).not.toMatch(/review|rating/i);
  }
});

test("the sitemap has every page", () => {
  const ownPages = Object.keys({
    ...content.trades,
    ...content.markdownPages,
  }).map((name) => `/${name}`);
  const listed = [...ROUTES.map(({ path }) => path), ...ownPages].map(address);
  expect(
    [...read("sitemap.xml").matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url]) => url,
    ),
  ).toEqual(listed);
});

test.each(
  Object.entries({
    "robots.txt": [
      "User-agent: *\nAllow: /\nDisallow: /rest/\n",
      `Sitemap: ${address("/sitemap.xml")}`,
    ],
    // Notices of the code and fonts that the site carries.
    "licenses.txt": ["react-dom", "lucide", "Big Shoulders", "Sofia Sans"],
  }),
)("%s has what its readers look for", (file, parts) => {
  for (const part of parts) expect(read(file)).toContain(part);
});

test("the icon of the landing page is in its HTML, and pictures are files of the site", () => {
  const [, icon = ""] =
    /<link rel="icon" href="([^"]*)"/.exec(read("index.html")) ?? [];
  // An inline icon is smaller than the headers of a response.
  expect(decodeURIComponent(icon)).toMatch(
    /^data:image\/svg\+xml,<svg .*<\/svg>$/,
  );
  expect(read(content.pictures["trades.svg"]?.src ?? "")).toContain("<symbol");
});

test("no built file has a secret, and no file for visitors names the inbox", () => {
  const files = filesIn("", "**/*.*");
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const text = readFileSync(join(DIST, file), "utf8");
    expect(text, file).not.toMatch(/ns_link_|whsec_|sb_secret_|METRICS_KEY/);
    if (file.startsWith("site/"))
      expect(text.includes("/inbox"), file).toBe(false);
  }
});

test("the scripts have only syntax that old browsers can read, and the styles have no nesting", async () => {
  const scripts = filesIn("site/assets", "*.js");
  expect(scripts).not.toEqual([]);
  for (const file of scripts) {
    const source = readFileSync(join(DIST, file), "utf8");
    const written = async (target: string) =>
      (await transformWithOxc(source, file, { target })).code;
    expect(await written("es2020"), file).toBe(await written("esnext"));
    expect(source, file).not.toMatch(/\(\?<[=!]/);
  }
  const [, styles] =
    /<style[^>]*>(.*?)<\/style>/s.exec(read("index.html")) ?? [];
  expect(styles).toContain("{");
  expect(styles).not.toMatch(/&/);
});

const STYLES: [kind: string, own: string, others: string][] = [
  ["home", "animation-timeline", "border-collapse"],
  ["trade", ".trade-drawing", "border-collapse"],
  ["markdown", "border-collapse", ".trade-drawing"],
  ["call", ".call-moment", ".trade-drawing"],
  ["bookCall", ".ticket-head", ".call-moment"],
  ["error", ":root", ".ticket-head"],
];

test.each(STYLES)(
  "a page of the kind %s has the styles that its module imports, and no others",
  (kind, own, others) => {
    const { styles }: Program = JSON.parse(
      readFileSync(join(DIST, PROGRAM, ABOUT), "utf8"),
    );
    expect(styles[0]?.pages, "which later styles change").toContain(kind);
    const text = styles
      .filter(({ pages: kinds }) => kinds.includes(kind))
      .map((style) => style.text)
      .join("");
    expect([text.includes(own), text.includes(others)]).toEqual([true, false]);
  },
);
