/** An agency's own site: the same scripts, and pages rendered with other content and pictures. */
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_OTHER_ORIGINS } from "../../contract/build-manifest.ts";
import { markdownPage } from "../../server/content/markdown-page.ts";
import { readPictures } from "../../server/content/pictures.ts";
import { newFolder } from "../machine/new-folder.ts";
import { root } from "../../scripts/root.ts";
import type { Content } from "../../contract/content/schema.ts";
import { content } from "../content.ts";
import type { Anew } from "./render-anew.ts";
import { test as base } from "./test.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><path fill="#6fd3b5" d="M0 0h160v40H0z"/></svg>`;
const QUESTIONS = [
  { question: "Does it work with the number that I have?", answer: "Yes. You keep your number." },
  {
    question: "Gilt meine Kraftfahrzeughaftpflichtversicherungsbescheinigung?",
    answer: "It says so, and calls you.",
  },
];
/** The longest allowed names. */
const LONG_NAMES = {
  brandName: "Ağaoğlu-Featherstonehaugh Façade Service",
  contactEmail: "kraftfahrzeughaftpflichten@versicherungsbescheinigung.example",
};
export const IDS = ["hero", "about", "features", "route", "testimonials", "faq", "contact"] as const;

/** Columns of words that do not fit side by side on any phone. */
const TABLE = `
1. First
2. Second

| Subprocessor | Responsibilities | Jurisdiction | Certification |
|---|---|---|---|
| Telecommunications | Transcription | Massachusetts | Confidentiality |
`;

/** @param words the differences from the delivered content */
function own(words: Partial<Content>, pictures: string): Partial<Content> {
  const { testimonials, faq } = { ...content, ...words };
  const items = testimonials.items.map((item) => ({ ...item, picture: "marcus bell.jpg" }));
  const text = `${readFileSync(join(root, "content/pages/_privacy.md"), "utf8")}\n![Our van](logo.svg)\n${TABLE}`;
  const named = { brand: "Moon", email: "hello@moon.example", phone: "(201) 555-0142" };
  return {
    ...words,
    logo: { picture: "logo.svg", replaces: "mark" },
    sections: IDS.map((id) => ({ id, label: id.toUpperCase() })),
    testimonials: { ...testimonials, items },
    faq: { ...faq, items: QUESTIONS },
    markdownPages: { privacy: markdownPage(text, named, readPictures(pictures).pictures) },
    tiles: [],
    legalLinks: [{ label: "Privacy Policy", href: "/privacy" }],
  };
}

/** Renders the built site with other content, or as if built with other settings. @param dist a `TEST_DIST` */
export function renderAnew(
  dist: string,
  changes: Partial<Anew>,
  pictures = join(root, "content", "pictures"),
): void {
  const input = JSON.stringify({ content, otherOrigins: NO_OTHER_ORIGINS, ...changes });
  const program = join(root, "tests", "e2e", "render-anew.ts");
  execFileSync(process.execPath, [program, dist, pictures], { input, stdio: ["pipe", "inherit", "inherit"] });
}

export const test = base.extend<object, { words: Partial<Content> }>({
  words: [{}, { scope: "worker", option: true }],
  siteEnv: [
    async ({ words }, use) => {
      const pictures = newFolder();
      writeFileSync(join(pictures, "logo.svg"), LOGO);
      copyFileSync(join(root, "docs/screenshots/home-1280.jpg"), join(pictures, "marcus bell.jpg"));
      const dist = newFolder();
      const anew = { ...content, ...own(words, pictures), pictures: readPictures(pictures).pictures };
      renderAnew(dist, { content: anew }, pictures);
      await use({ TEST_DIST: dist });
    },
    { scope: "worker" },
  ],
});

const COMPOUND = "Kraftfahrzeughaftpflichtversicherungsbescheinigung";
/** Parts of the content that are names, addresses or choices, not text. */
const NO_WORDS = /^(?:locale|colors|site|workingHours|logo|mail|pictures|icons|markdownPages|trades)$/;
const NO_WORD = /^(?:id|icon|lamp|kind|href|page|picture)$/;

/** Puts a compound of 50 letters before each word, heading and label of the pages; names are the longest. */
export function longWords(): Partial<Content> {
  const long: typeof content = JSON.parse(
    JSON.stringify(content, (key, value: unknown) =>
      typeof value === "string" && !NO_WORD.test(key) ? `${COMPOUND} ${value}` : value,
    ),
  );
  const kept = Object.fromEntries(Object.entries(content).filter(([part]) => NO_WORDS.test(part)));
  return {
    ...long,
    ...kept,
    header: {
      ...long.header,
      menuButton: "Inhaltsverzeichnis",
      bookCall: "Beratungsgespräch vereinbaren",
      call: "Telefonanruf",
    },
    services: content.services.map(({ value, label }) => ({ value, label: `${COMPOUND} ${label}` })),
    site: { ...content.site, ...LONG_NAMES },
  };
}
