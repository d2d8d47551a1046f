/**
 * An agency's own site, with a logo, portraits, questions and a page of text.
 */

import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { SECTIONS } from "../../contract/content/home-schema.ts";
import { root } from "../../scripts/root.ts";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { contentFolder, sample, withParts } from "../content.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><path fill="#6fd3b5" d="M0 0h160v40H0z"/></svg>`;
const QUESTIONS = [
  {
    question: "Does it work with the number that I have?",
    answer: "Yes. You keep your number.",
  },
  {
    question: "Gilt meine Kraftfahrzeughaftpflichtversicherungsbescheinigung?",
    answer: "It says so, and calls you.",
  },
];

/** Columns of words that do not fit side by side on any phone. */
const TABLE = `
1. First
2. Second

| Subprocessor | Responsibilities | Jurisdiction | Certification |
|---|---|---|---|
| Telecommunications | Transcription | Massachusetts | Confidentiality |
`;

export function ownContent(): string {
  const { testimonials, faq } = parse(sample.texts["home.yaml"] ?? "");
  const items = testimonials.items.map((item: object) => ({
    ...item,
    picture: "marcus bell.jpg",
  }));
  const home = withParts(
    "home.yaml",
    {
      sections: SECTIONS.map((id) => ({ id, label: id.toUpperCase() })),
      testimonials: { ...testimonials, items },
      faq: { ...faq, items: QUESTIONS },
    },
    sample,
  );
  const site = withParts(
    "site.yaml",
    { logo: { picture: "logo.svg", replaces: "mark" } },
    home,
  );
  const { bookCall } = parse(sample.texts["book-call.yaml"] ?? "");
  const { texts } = withParts(
    "book-call.yaml",
    { tiles: [], bookCall: { ...bookCall, asksNumber: true } },
    site,
  );
  const page = readFileSync(join(SAMPLE_CONTENT, "pages/_privacy.md"), "utf8");
  const privacy = `${page}\n![Our van](logo.svg)\n${TABLE}`;
  const folder = contentFolder({
    ...texts,
    "pages/privacy.md": privacy,
    "pictures/logo.svg": LOGO,
  });
  copyFileSync(
    join(root, "docs/screenshots/home-1280.jpg"),
    join(folder, "pictures", "marcus bell.jpg"),
  );
  return folder;
}
