import { basename } from "node:path";
import { icons as lucide } from "lucide";
import * as v from "valibot";
import { SITE_NUMBER } from "../../contract/call/booking.ts";
import {
  fileOfPart,
  partAt,
  pathInFile,
  type FieldPath,
} from "../../contract/content/fields.ts";
import { PLACEHOLDER } from "../../contract/content/fill-in.ts";
import {
  CONTENT_FILES,
  ContentSchema,
  type Content,
} from "../../contract/content/schema.ts";
import type { SiteConfig } from "../../contract/http/build-manifest.ts";
import { isCallNumber } from "../../contract/lead/lead.ts";
import { ANSWER_HOURS } from "../../contract/limits.ts";
import { localeName } from "../../contract/locale/locale.ts";
import { variableOf } from "../settings/env.ts";
import { SiteVariables } from "../settings/variables.ts";
import { callTerms, offerTerms, whyNeverOpen } from "./call-terms.ts";
import { yamlValueAt } from "./change-yaml.ts";
import { ContentError, inFolder } from "./content-error.ts";
import type { ContentFolder } from "./content-folder.ts";
import { contrastProblems } from "./contrast.ts";
import { readMarkdownPage } from "./markdown-page.ts";
import { partsWithin } from "./parts.ts";
import { pictureNamed } from "./pictures.ts";
import { recordingFaults } from "./recordings.ts";
import { completed, sampleText } from "./sample.ts";
import { readYaml, type YamlFile } from "./yaml.ts";

const { "inbox.yaml": inbox, "mail.yaml": mail } = CONTENT_FILES;
const OWN_PARTS = [...Object.keys({ ...inbox, ...mail }), "schedulePage"];

/**
 * Whether the program says this of itself, and nothing of the agency. A newer
 * program says more than a folder has.
 */
export const isOwnSentence = (part = ""): boolean => OWN_PARTS.includes(part);

type Files = Record<string, YamlFile>;
type Settings = Partial<SiteConfig>;

export interface ContentProblem {
  /** The field with the mistake; undefined for a mistake of a file. */
  path: FieldPath | undefined;
  /** What is wrong with the field. */
  sentence: string;
  /**
   * The sentence with its place, such as `content/home.yaml:31:5: hero.lead`.
   */
  line: string;
}

/** @throws {ContentError} with all problems, one a line */
export function loadContent(
  site: Settings,
  folder: ContentFolder,
  options: CheckOptions = {},
): Content {
  const { content, problems } = checkContent(site, folder, options);
  if (content) return content;
  const lines = new Set(problems.map(({ line }) => line));
  throw new ContentError([...lines].join("\n"));
}

interface CheckOptions {
  /** Leaves unknown fields out, since the content may be of a newer release. */
  leavesOutUnknown?: boolean;
}

/** @returns the content if it has no problem */
export function checkContent(
  site: Settings,
  folder: ContentFolder,
  { leavesOutUnknown = false }: CheckOptions = {},
): { content?: Content; problems: ContentProblem[] } {
  const { files, problems: unreadable } = readFiles(folder);
  const problems = unreadable.map(ofFile);
  const filled = fillContent(files, folder, site);
  const parsed = v.safeParse(ContentSchema, filled, { abortPipeEarly: true });
  const at: ProblemAt = (path, sentence) => ({
    // Nobody knows the parts of a page of text by their names.
    path: path[0] === "markdownPages" ? ["pages", String(path[1])] : path,
    sentence,
    line: `${fileAndKeyOf(path, files)} ${sentence}`,
  });
  if (!leavesOutUnknown)
    for (const path of unknownFields(filled, parsed.output))
      problems.push(at(path, "is no field: remove it, or correct its name"));
  for (const issue of parsed.issues ?? []) {
    const path = pathOf(issue);
    const { file } = fieldOf(path, files);
    // A YAML file that is not in `files` cannot
    // be read, and `problems` already says so.
    if (file in files || file.endsWith(".md"))
      problems.push(at(path, reasonOf(issue)));
  }
  if (parsed.success) problems.push(...contradictions(parsed.output, at));
  if (parsed.success && problems.length === 0)
    return { content: finished(parsed.output), problems };
  const named = problems.map((problem) => {
    return { ...problem, line: inFolder(problem.line, folder.root) };
  });
  return { problems: named };
}

type ProblemAt = (path: FieldPath, sentence: string) => ContentProblem;

/** A problem of no field. */
export const ofFile = (line: string): ContentProblem => {
  return { path: undefined, sentence: line, line };
};

/** Adds the icons' drawings and the addresses of legal pages. */
function finished(content: Content): Content {
  const { legalLinks, markdownPages } = content;
  const links = legalLinks.map((link) => {
    const isThere = link.page !== undefined && link.page in markdownPages;
    return isThere ? { ...link, href: `/${link.page}` } : link;
  });
  const icons: Content["icons"] = {};
  for (const name of iconsOf(content)) icons[name] = drawingOf(name) ?? [];
  return { ...content, icons, legalLinks: links };
}

function readFiles({ texts, problems: unreadable }: ContentFolder) {
  const files: Files = {};
  const problems = [...unreadable];
  for (const [name, text] of Object.entries(texts)) {
    // The file would be written, and then not be read.
    if (text.includes("\uFFFD"))
      problems.push(
        `content/${name} has a \uFFFD where a letter was lost: type the letter`,
      );
    if (!name.endsWith(".yaml")) continue;
    const file = readYaml(`content/${name}`, text);
    if ("problems" in file) problems.push(...file.problems);
    else files[name] = file;
  }
  return { files, problems };
}

/** What a file says, with the program's own sentences that it lacks. */
function wordsOf(name: string, files: Files): unknown {
  const own = files[name]?.value ?? {};
  const sample = yamlValueAt(sampleText(name) ?? "", []);
  const sentences = Object.entries(Object(sample)).filter(([part]) =>
    isOwnSentence(part),
  );
  return completed(own, Object.fromEntries(sentences));
}

function fillContent(
  files: Files,
  folder: ContentFolder,
  settings: Settings,
): unknown {
  const { texts, pictures, recordings } = folder;
  const parts: Record<string, unknown> = Object.assign(
    {},
    ...Object.keys(CONTENT_FILES).map((name) => wordsOf(name, files)),
  );
  const site = { ...Object(parts["site"]), ...settings };
  const locale = v.is(localeName, parts["locale"]) ? parts["locale"] : "und";
  const words = wordsFor(parts, String(site.brandName), locale);
  const pageWords = markdownWords(parts, site, locale);
  const trades: Record<string, unknown> = {};
  for (const [path, { value }] of Object.entries(files))
    if (path.startsWith("trades/")) trades[basename(path, ".yaml")] = value;
  const markdownPages: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(texts))
    if (path.startsWith("pages/"))
      markdownPages[basename(path, ".md")] = readMarkdownPage(
        text,
        pageWords,
        pictures,
      );
  const wordsByName = new Map(Object.entries(words));
  const content = {
    ...parts,
    site,
    trades,
    markdownPages,
    pictures,
    recordings,
    icons: {},
  };
  return JSON.parse(JSON.stringify(content), (key, value: unknown) => {
    if (typeof value !== "string") return value;
    if (isPictureField(key)) return pictureNamed(value, pictures);
    // The number that calls come from is the site's own number, which is
    // set in one place, where a mistake in it is named.
    if (key === "from" && value === SITE_NUMBER)
      return isCallNumber(`${site.contactPhone}`) ? site.contactPhone : value;
    return value.replaceAll(
      PLACEHOLDER,
      (whole, name: string) => wordsByName.get(name) ?? whole,
    );
  });
}

const isPictureField = (name = ""): boolean =>
  ["picture", "shareImage"].includes(name);

/**
 * What stands for the words in braces that
 * have the same value in all sentences.
 */
export function wordsFor(
  parts: Record<string, unknown>,
  brand: string,
  locale: string,
) {
  const capitals = brand.toLocaleUpperCase(locale);
  const hours = String(ANSWER_HOURS);
  return {
    brand,
    BRAND: capitals,
    hours,
    ...callTerms(parts, locale),
    ...offerTerms(parts),
  };
}

/** What stands for the words in braces in pages of text. */
export function markdownWords(
  parts: Record<string, unknown>,
  site: Settings,
  locale: string,
) {
  const fields: readonly { label?: unknown }[] = Object.values(
    Object(parts["fields"]),
  );
  const form: { asksNumber?: unknown } = Object(parts["bookCall"]);
  const call: { phone?: unknown } = Object(parts["schedulePage"]);
  const number = form.asksNumber ? [{ label: call.phone }] : [];
  const labels = [...fields, ...number].map(({ label }) => String(label));
  return {
    ...wordsFor(parts, String(site.brandName), locale),
    email: String(site.contactEmail),
    phone: String(site.contactPhone),
    /** What the form asks for, which a privacy page names. */
    fields: new Intl.ListFormat(locale).format(labels),
  };
}

/** The fields that the schema does not know, without what is within them. */
const unknownFields = (filled: unknown, parsed: unknown): FieldPath[] =>
  Array.from(partsWithin(filled), ([at]) => at).filter(
    (at) =>
      partAt(parsed, at) === undefined &&
      partAt(parsed, at.slice(0, -1)) !== undefined,
  );

/**
 * Keyed by lower-case names: Lucide exports the
 * icon `message-square` as `MessageSquare`.
 */
const lucideDrawings = new Map(
  Object.entries(lucide).map(([name, drawing]) => [
    name.toLowerCase(),
    drawing,
  ]),
);

const drawingOf = (icon: string) =>
  lucideDrawings.get(icon.replaceAll("-", ""));

const iconsOf = ({ features, tiles }: Content) =>
  [...(features?.items ?? []), ...tiles].map(({ icon }) => icon);

function* contradictions(
  content: Content,
  at: ProblemAt,
): Generator<ContentProblem> {
  const { pictures, trades, markdownPages } = content;
  const { colors, site, workingHours } = content;
  for (const name of iconsOf(content))
    if (!drawingOf(name))
      yield ofFile(
        `content: the icon "${name}" is not one of https://lucide.dev/icons`,
      );
  for (const { path, sentence } of recordingFaults(content))
    yield at(path, sentence);
  for (const [path, name] of partsWithin(content))
    if (isPictureField(path.at(-1)) && !Object.hasOwn(pictures, String(name)))
      yield at(
        path,
        `names ${String(name)}, which is no picture of content/pictures/`,
      );
  const drawings = Object.keys(pictures["trades.svg"]?.symbols ?? {});
  const drawingNames = drawings.join(", ") || "none";
  for (const [name, { drawing }] of Object.entries(trades)) {
    if (name in markdownPages)
      yield ofFile(
        `content/trades/${name}.yaml has the address of content/pages/${name}.md: rename one`,
      );
    if (drawing !== undefined && !drawings.includes(drawing))
      yield at(
        ["trades", name, "drawing"],
        `is not in content/pictures/trades.svg, which has ${drawingNames}`,
      );
  }
  for (const [name, fault] of contrastProblems(colors))
    yield at(["colors", name], fault);
  const why =
    site.schedulingUrl === "" ? whyNeverOpen(workingHours) : undefined;
  if (why !== undefined)
    yield ofFile(`content/schedule.yaml: no call can ever be booked: ${why}`);
}

/**
 * File, line, column and field, such as
 * `content/home.yaml:31:5: features.items.6.title`.
 */
function fileAndKeyOf(at: FieldPath, files: Files): string {
  const { file, path } = fieldOf(at, files);
  const position = files[file]?.at(path) ?? `content/${file}`;
  const [part, field = ""] = at;
  const isSetting = part === "site" && field in SiteVariables.entries;
  const variable = isSetting ? ` (or ${variableOf(field)})` : "";
  return path.length === 0
    ? position
    : `${position}${variable}: ${path.join(".")}`;
}

/**
 * @returns the file that holds a field, or should
 * hold it, and the field's path in the file
 */
function fieldOf(
  at: FieldPath,
  files: Files,
): { file: string; path: FieldPath } {
  const [part, name] = at;
  if (part === "markdownPages") return { file: `pages/${name}.md`, path: [] };
  const has = (file: string, one: string) =>
    Object.hasOwn(files[file]?.value ?? {}, one);
  const file = fileOfPart(at, has) ?? "site.yaml";
  return { file, path: pathInFile(at) };
}

type Issue = v.InferIssue<typeof ContentSchema>;

const pathOf = (issue: Issue): FieldPath =>
  (issue.path ?? []).map(({ key }) => String(key));

function reasonOf(issue: Issue): string {
  const { received, expected, message } = issue;
  if (received === "undefined") return "is missing: copy it from the sample";
  if (expected === "Array") return "must be a list, like [ one, two ] or []";
  if (expected === "boolean") return "must be true or false";
  if (expected === "Object")
    return "must have names and values below it, as in the sample";
  if (received === "null") return "must not be empty";
  if (expected === "string" && /^(?:-?[\d.]+|true|false)$/.test(received))
    return `is ${received} to YAML, which is no text: put it between quotes`;
  // The library's own words, for a rule without a sentence of ours.
  return message.startsWith("Invalid ")
    ? `cannot be ${received}: compare it with the sample`
    : message;
}
