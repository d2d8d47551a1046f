/** Checks the files of a content folder, and adds the agency's settings. Each error names file, line, column and field. */
import * as v from "valibot";
import type { SiteConfig } from "../../contract/build-manifest.ts";
import { CONTENT_FILES, fileOf } from "../../contract/content/files.ts";
import { ContentSchema, type Content } from "../../contract/content/schema.ts";
import { capitals, localeName } from "../../contract/locale/locale.ts";
import { PLACEHOLDER } from "../../contract/placeholders.ts";
import { isSiteField, readContentDir, readSiteOverrides, siteVariable } from "../settings/env.ts";
import { callTerms, neverOpens } from "./call-terms.ts";
import { ContentError, inFolder } from "./content-error.ts";
import { readContentFolder, type ContentFolder } from "./content-folder.ts";
import { contrastProblems } from "./contrast.ts";
import { readIcons, wrongIcons } from "./icons.ts";
import { markdownPage } from "./markdown-page.ts";
import { readYaml, type YamlFile } from "./yaml.ts";

type Path = readonly (string | number)[];

/** The content of CONTENT_DIR. @throws {ContentError} */
export const readContent = (): Content =>
  loadContent(readSiteOverrides(), readContentFolder(readContentDir()));

interface Options {
  /** A release from before an update leaves out fields that it does not know yet. */
  leavesOutUnknown?: boolean;
}

/** The content, with settings in place of its own and their words for placeholders. @throws {ContentError} */
export function loadContent(
  overrides: Partial<SiteConfig>,
  folder: ContentFolder,
  { leavesOutUnknown = false }: Options = {},
): Content {
  const { files, filled, parsed, unread } = parseFolder(overrides, folder);
  const place = (path: Path) => placeOf(path, files);
  const unknown = unknownFields(filled, parsed.output).map(
    (path) => `${place(path)} is no field: remove it, or correct its name`,
  );
  const problems = [
    ...(folder.problems ?? []),
    ...unread.problems,
    ...(leavesOutUnknown ? [] : [...unread.unknown, ...unknown]),
    ...(parsed.issues ?? [])
      .filter((issue) => !unread.files.has(fieldOf(pathOf(issue)).file))
      .map((issue) => complaint(issue, place)),
  ];
  if (parsed.success)
    problems.push(
      ...wrongIcons(iconsOf(parsed.output)),
      ...missingPictures(parsed.output),
      ...takenAddresses(parsed.output),
      ...missingDrawings(parsed.output, place),
      ...contrastProblems(parsed.output.colors).map(([name, why]) => `${place(["colors", name])} ${why}`),
      ...callProblems(parsed.output),
    );
  if (!parsed.success || problems.length > 0)
    throw new ContentError(inFolder([...new Set(problems)].join("\n"), folder.root));
  const { legalLinks, markdownPages } = parsed.output;
  const icons = readIcons(iconsOf(parsed.output));
  return { ...parsed.output, icons, legalLinks: legalLinks.map((link) => linked(link, markdownPages)) };
}

function parseFolder(overrides: Partial<SiteConfig>, folder: ContentFolder) {
  const { texts, pictures } = folder;
  const { files, unread } = readFiles(folder);
  const trades = named(files, "trades/", ".yaml", ({ value }) => value);
  const parts: Record<string, unknown> = Object.assign(
    {},
    ...Object.keys(CONTENT_FILES).map((name) => files[name]?.value),
  );
  const site = { ...Object(parts["site"]), ...overrides };
  const brand = String(site.brandName);
  const locale = v.is(localeName, parts["locale"]) ? parts["locale"] : "und";
  const names = { brand, email: String(site.contactEmail), phone: String(site.contactPhone) };
  const markdownPages = named(texts, "pages/", ".md", (text) => markdownPage(text, names, pictures));
  const filled = fillAll(
    { ...parts, site, trades, markdownPages, pictures, icons: {} },
    {
      brand,
      BRAND: capitals(brand, locale),
      ...callTerms(parts["workingHours"], parts["schedulePlaces"], locale),
    },
  );
  return { files, filled, unread, parsed: v.safeParse(ContentSchema, filled, { abortPipeEarly: true }) };
}

/** What cannot be read as it is: files with their problems, and parts that no file has. */
interface Unread {
  files: Set<string>;
  problems: string[];
  unknown: string[];
}

function readFiles({ texts, problems: unreadable = [] }: ContentFolder): {
  files: Record<string, YamlFile>;
  unread: Unread;
} {
  const [problems, unknown]: [string[], string[]] = [[], []];
  const files: Record<string, YamlFile> = {};
  for (const [name, text] of Object.entries(texts).filter(([path]) => path.endsWith(".yaml"))) {
    const file = readYaml(`content/${name}`, text);
    if ("problems" in file) problems.push(...file.problems);
    else files[name] = file;
  }
  for (const [name, parts] of Object.entries(CONTENT_FILES)) {
    const file = files[name];
    const isThere = name in texts || unreadable.some((problem) => problem.startsWith(`content/${name}:`));
    if (!isThere) problems.push(`content/${name} does not exist: copy it from the sample`);
    for (const part of Object.keys(file?.value ?? {}))
      if (!parts.includes(part) && PARTS.includes(part))
        unknown.push(`${file?.at([part])}: ${part} is no part of this file: move it to ${fileOf(part)}`);
  }
  for (const [name, text] of Object.entries(texts))
    if (name.endsWith(".md") && FRONT_MATTER.test(text))
      problems.push(
        `content/${name}:1:1: the file begins with front matter, which would be shown: remove it, up to its end`,
      );
  const all = [...Object.keys(CONTENT_FILES), ...Object.keys(texts).filter((name) => name.endsWith(".yaml"))];
  return { files, unread: { files: new Set(all.filter((name) => !files[name])), problems, unknown } };
}

const PARTS = Object.values(CONTENT_FILES).flat();

/** As other programs have it at the head of Markdown: names and values between three hyphens or plus signs. */
const FRONT_MATTER =
  /^\s*(---|\+\+\+)[ \t]*\n(?:[ \t]*\n|[\w-]+[ \t]*[:=][^\n]*\n|[ \t#-][^\n]*\n)*\1[ \t]*(?:\n|$)/;

/** What each file of a folder gives, by its name without the ending. */
function named<File, Given>(
  files: Readonly<Record<string, File>>,
  folder: string,
  ending: string,
  give: (file: File) => Given,
): Record<string, Given> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, file]) => [path.slice(folder.length, -ending.length), give(file)]),
  );
}

/** Fields that the schema does not know, and leaves out: a wrong name would lose its text in silence. */
function unknownFields(filled: unknown, known: unknown, path: Path = []): Path[] {
  if (typeof filled !== "object" || filled === null || typeof known !== "object" || known === null) return [];
  const kept = new Map(Object.entries(known));
  return Object.entries(filled).flatMap(([name, value]) =>
    kept.has(name) ? unknownFields(value, kept.get(name), [...path, name]) : [[...path, name]],
  );
}

const iconsOf = ({ features, tiles }: Content) =>
  [...(features?.items ?? []), ...tiles].map(({ icon }) => icon);

type Issue = v.InferIssue<typeof ContentSchema>;

function missingPictures({ pictures, trades, ...home }: Content): string[] {
  const own = Object.values(trades).map(({ testimonial }) => testimonial);
  return [home.logo, home.contact.host, home.missed?.case, ...(home.testimonials?.items ?? []), ...own]
    .map((shown) => shown?.picture)
    .filter((name) => name !== undefined && !Object.hasOwn(pictures, name))
    .map((name) => `content/pictures/${name} does not exist, or is no picture, but the content names it`);
}

/** A trade that names no symbol of the picture would have no drawing. */
function missingDrawings({ trades, pictures }: Content, place: (path: Path) => string): string[] {
  const drawings = Object.keys(pictures["trades.svg"]?.symbols ?? {});
  return Object.entries(trades).flatMap(([name, { drawing }]) =>
    drawing === undefined || drawings.includes(drawing)
      ? []
      : `${place(["trades", name, "drawing"])} is not in content/pictures/trades.svg, which has ${drawings.join(", ") || "none"}`,
  );
}

/** An error for each trade at the address of a Markdown page: one of the two would never be seen. */
function takenAddresses({ trades, markdownPages }: Content): string[] {
  return Object.keys(trades)
    .filter((name) => name in markdownPages)
    .map(
      (name) => `content/trades/${name}.yaml must have another name: content/pages/${name}.md is that page`,
    );
}

function linked(link: Content["legalLinks"][number], pages: object): Content["legalLinks"][number] {
  return link.page !== undefined && link.page in pages ? { ...link, href: `/${link.page}` } : link;
}

function fillAll(content: object, values: Record<string, string>): unknown {
  return JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === "string"
      ? value.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)
      : value,
  );
}

function callProblems({ site, workingHours }: Content): string[] {
  const never = site.schedulingUrl === "" ? neverOpens(workingHours) : undefined;
  return never === undefined ? [] : [`${fileOf("workingHours")}: no call can ever be booked: ${never}`];
}

/** File, line, column and field, such as `content/home.yaml:31:5: features.items.6.title`. */
function placeOf(whole: Path, files: Record<string, YamlFile>): string {
  const [part = "", field = ""] = whole.map(String);
  const { file: usual, path } = fieldOf(whole);
  if (part === "markdownPages") return `content/${usual}`;
  const isPart = part === "trades" || PARTS.includes(part);
  const holder = isPart ? undefined : Object.keys(files).find((name) => part in (files[name]?.value ?? {}));
  const file = holder ?? usual;
  const at = files[file]?.at(path) ?? `content/${file}`;
  const variable = part === "site" && isSiteField(field) ? ` (or ${siteVariable(field)})` : "";
  return `${at}${variable}: ${path.join(".")}`.replace(/: $/, ":");
}

/** Where a field of the content is written. */
function fieldOf(path: Path): { file: string; path: Path } {
  const [part = "", name = ""] = path.map(String);
  if (part === "markdownPages") return { file: `pages/${name}.md`, path: [] };
  if (part === "trades") return { file: `trades/${name}.yaml`, path: path.slice(2) };
  return { file: fileOf(part).slice("content/".length), path };
}

const pathOf = (issue: Issue): Path =>
  (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)));

function complaint(issue: Issue, place: (path: Path) => string): string {
  return `${place(pathOf(issue))} ${reasonOf(issue)}`;
}

/** Valibot's own messages are for programmers. */
function reasonOf(issue: Issue): string {
  const { received, expected, message } = issue;
  if (received === "undefined") return "is missing: copy it from the sample";
  if (received === "null") return "must not be empty";
  if (/^(?:-?[\d.]+|true|false)$/.test(received) && expected === "string")
    return `is ${received} to YAML, which is no text: put it between quotes`;
  if (expected === "Object" || expected === "Array")
    return `must be ${expected === "Array" ? "a list, each line with a hyphen" : "names with values, indented below it"}`;
  if (!message.startsWith("Invalid ")) return message;
  if (issue.type === "min_value" || issue.type === "max_value")
    return `must be at ${issue.type === "min_value" ? "least" : "most"} ${String(issue.requirement)}`;
  if (expected === "number") return "must be a number, without quotes";
  return expected === "string" ? "must be a text" : "must be true or false, without quotes";
}
