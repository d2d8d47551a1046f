/**
 * Reads a file strictly, because YAML loses
 * words in silence: `We're #1` becomes "We're".
 */

import * as yaml from "yaml";
import type { FieldPath } from "../../contract/content/fields.ts";
import { Latest } from "../../contract/latest.ts";

/** Larger files take seconds to parse. */
const MAX_BYTES = 64 * 1024;

export interface YamlFile {
  value: Record<string, unknown>;
  /**
   * The place of a field or, if it is missing, of
   * its parent, like `content/home.yaml:12:3`.
   */
  at: (path: FieldPath) => string;
}

const QUOTE = "put the whole text between quotes";
const LOST = `the words behind # would be lost: ${QUOTE}, or move the comment to a line of its own`;
const MISALIGNED =
  "this line is indented differently from its neighbors: align it with them";

const SENTENCES: Record<string, string> = {
  BAD_DQ_ESCAPE:
    "a text between double quotes has a backslash: put it between single quotes",
  BAD_INDENT: MISALIGNED,
  BAD_SCALAR_START: `a text begins with a sign that YAML keeps for itself: ${QUOTE}`,
  BLOCK_AS_IMPLICIT_KEY: `a text has a colon in it: ${QUOTE}, or align its lines`,
  DUPLICATE_KEY: "this name stands here twice: remove one of the two",
  MISSING_CHAR: "a quote, a bracket or a colon is missing: complete the line",
  MULTILINE_IMPLICIT_KEY:
    "a colon is missing behind a name, or a quote around a text: complete the line",
  MULTIPLE_DOCS: "a line of three hyphens divides the file: remove it",
  TAB_AS_INDENT: "this line is indented with a tab: use spaces",
  TAG_RESOLVE_FAILED: `a text begins with an exclamation mark: ${QUOTE}`,
  UNEXPECTED_TOKEN: `there is a sign that does not belong here: remove it, or ${QUOTE}`,
};

/**
 * Each view of the editor reads all files anew,
 * and a draft has a text for each of its edits.
 */
const latest = new Latest<ReturnType<typeof read>>(200);
/** A form asks for the comments of many fields of a file. */
const parsed = new Latest<yaml.Document>(10);

/** @param name the file's name in messages */
export const readYaml = (name: string, text: string) =>
  latest.use(`${name}\n${text}`, () => read(name, text));

export const parse = (text: string, options: yaml.ParseOptions = {}) =>
  yaml.parseDocument(text, {
    ...options,
    // Paths have texts, so that `404:` is the name "404".
    stringKeys: true,
    logLevel: "error",
  });

/** @returns a document that nobody may change */
export const documentOf = (text: string): yaml.Document =>
  parsed.use(text, () => parse(text));

function read(name: string, text: string): YamlFile | { problems: string[] } {
  if (Buffer.byteLength(text) > MAX_BYTES)
    return {
      problems: [`${name}:1:1: the file has more than 64 KB: shorten it`],
    };
  const lines = new yaml.LineCounter();
  const document = parse(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  // Only the first mistake is reported, since it may cause the others.
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake)
    return { problems: [`${at(mistake.pos[0])}: ${sentenceOf(mistake)}`] };
  const lost = lostWords(document, text).map(
    ([offset, sentence]) => `${at(offset)}: ${sentence}`,
  );
  if (lost.length > 0) return { problems: lost };
  if (!yaml.isMap(document.contents))
    return {
      problems: [`${name}:1:1: the file must begin with names, like hero:`],
    };
  return {
    value: document.toJS(),
    at: (path) => at(offsetOf(documentOf(text), path)),
  };
}

function sentenceOf({ code, message }: yaml.YAMLError): string {
  if (code === "MISSING_CHAR" && message.includes("quote"))
    return "a text between quotes has no end: add a quote; between single quotes, write '' for '";
  return SENTENCES[code] ?? `this is no YAML (${message}): ${QUOTE}`;
}

/**
 * Finds what YAML misreads in silence: aliases,
 * anchors, comments, and list items after text.
 */
function lostWords(
  document: yaml.Document,
  text: string,
): [offset: number, sentence: string][] {
  const lost: [number, string][] = [];
  yaml.visit(document, {
    Node(_key, node: yaml.Node) {
      const [begin = 0, end = 0] = node.range ?? [];
      if (yaml.isAlias(node) || ("anchor" in node && node.anchor !== undefined))
        lost.push([
          begin,
          `a text begins with an asterisk or an ampersand: ${QUOTE}`,
        ]);
      const isPlain =
        yaml.isScalar(node) && (node.type === "PLAIN" || node.value === null);
      const isFollowed = /^[ \t]*#/.test(text.slice(end));
      if (isPlain && typeof node.value !== "number" && isFollowed)
        lost.push([end, LOST]);
      const item = isPlain
        ? text.slice(begin, end).search(/\n[ \t]*[-*•]\s/)
        : -1;
      if (item !== -1) lost.push([begin + item + 1, MISALIGNED]);
    },
  });
  return lost;
}

function offsetOf(document: yaml.Document, path: FieldPath): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (yaml.isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
