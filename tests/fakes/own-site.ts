/**
 * Makes a copy of the project one agency's site by every recipe of docs/recipes.md: other text, colors and counts, a
 * logo, portraits, questions, pages, and a field with its migrations.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/root.ts";
import * as delivered from "../../site/content/index.ts";

/** Not text: icons, places, values and addresses. Stored leads contain the values of services. */
const NOT_WORDS = new Set(
  "icon lamp kind id value href page picture industries trade siteUrl contactEmail contactPhone schedulingUrl confirmed logo workingHours".split(
    " ",
  ),
);
const VOWELS = "aeiouaAEIOUA";

/** Replaces each vowel by the next, which keeps words about as wide. Placeholders in braces stay. */
function otherWords(text: string): string {
  return text.replace(/\{\w+\}|[aeiou]/gi, (found) => {
    const at = VOWELS.indexOf(found);
    return at < 0 ? found : (VOWELS[at + 1] ?? found);
  });
}

function changed<Value>(value: Value, key?: string): Value;
function changed(value: unknown, key = ""): unknown {
  if (NOT_WORDS.has(key)) return value;
  if (typeof value === "string") return otherWords(value);
  if (Array.isArray(value)) return value.map((item) => changed(item, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
}

/** Every file of the content with other text and other counts. */
function ownContent() {
  const own = changed({ ...delivered });
  const { testimonials } = own.testimonials;
  const { features, route } = own.features;
  const { services } = own.services;
  return {
    ...own,
    testimonials: {
      testimonials: {
        ...testimonials,
        items: testimonials.items
          .slice(1, 5)
          .map((item) => ({ ...item, sample: undefined, picture: "marcus bell.jpg" })),
      },
    },
    features: {
      features: {
        ...features,
        items: [
          ...features.items,
          ...features.items.slice(0, 1).map((item) => ({ ...item, icon: "wrench", title: "Repairs" })),
        ],
      },
      route: {
        ...route,
        steps: [...route.steps, ...route.steps.slice(0, 1).map((step) => ({ ...step, title: "Review" }))],
      },
    },
    services: {
      services: [
        ...services.slice(1),
        { value: "missed-call-text-back", label: "Text Back" },
        { value: "website", label: "A Website" },
        { value: "reviews", label: "Reviews & Ratings" },
      ],
    },
    faq: { faq: { ...own.faq.faq, items: [{ question: "Do I keep my number?", answer: "Yes." }] } },
    header: {
      ...own.header,
      sections: ["hero", "about", "features", "route", "testimonials", "faq", "contact"].map((id) => ({
        id,
        label: id.toUpperCase(),
      })),
    },
    site: { ...own.site, logo: { picture: "logo.svg", replaces: "mark and name" } },
    "book-call": {
      ...own["book-call"],
      fields: {
        ...own["book-call"].fields,
        phone: { label: "Phone", subject: "Your phone number", missing: "Enter your phone number." },
      },
    },
  };
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#6fd3b5" d="M0 0h9v9"/></svg>';
const SETTINGS =
  "BRAND_NAME=Moonlight\nCONTACT_EMAIL=hi@moonlight.example\nCONTACT_PHONE=+49 30 901820\nSITE_URL=https://moonlight.example\n";
const MIGRATIONS = {
  sqlite:
    "ALTER TABLE lead_submissions ADD COLUMN phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 40);\n",
  postgres: `ALTER TABLE public.lead_submissions
  ADD COLUMN phone text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(phone) <= 40);\n`,
};

/** The recipe "A field of the form" without its last step, the text. */
export function addPhone(project: string): void {
  insert(
    join(project, "contract/lead.ts"),
    "  selected_service: {",
    '  phone: { input: "phone", kind: "tel", required: false, maxLength: 40, autocomplete: "tel" },\n',
  );
  for (const [store, migration] of Object.entries(MIGRATIONS)) {
    const folder = join(project, "server/storage", store, "own-migrations");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "001-phone.sql"), migration);
  }
}

export function insert(file: string, before: string, added: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  writeFileSync(file, text.replace(before, added + before));
}

export function makeItsOwn(project: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  write(".env", SETTINGS);
  for (const [file, exported] of Object.entries(ownContent())) {
    const lines = Object.entries(exported).map(
      ([name, value]) => `export const ${name}: Content["${name}"] = ${JSON.stringify(value, null, 2)};\n`,
    );
    write(`site/content/${file}.ts`, ['import type { Content } from "./schema.ts";\n', ...lines].join("\n"));
  }
  write("site/content/pictures/logo.svg", LOGO);
  copyFileSync(
    join(root, "docs/screenshots/home-360.jpg"),
    join(project, "site/content/pictures/marcus bell.jpg"),
  );
  for (const name of ["privacy", "terms", "cookies"]) {
    const draft = readFileSync(join(project, `site/content/pages/_${name}.md`), "utf8");
    write(`site/content/pages/${name}.md`, otherWords(draft.replaceAll("SAMPLE", "")));
  }
  write("site/content/pages/vans.md", "# Our vans\n\nWe drive these.\n\n![Our van](<marcus bell.jpg>)\n");
  addPhone(project);

  const tokens = join(project, "site/styles/tokens.css");
  // By too little to see, so contrast holds.
  const other = (hex: string): string => (Number.parseInt(hex, 16) ^ 1).toString(16).padStart(2, "0");
  const css = readFileSync(tokens, "utf8");
  writeFileSync(tokens, css.replace(/(?<=#|#..|#....)[0-9a-f]{2}(?=[0-9a-f]{0,4};)/g, other));
}
