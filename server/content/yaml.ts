/**
 * Reads one YAML file strictly, because YAML loses words in silence: `We're #1` becomes "We're", and `!important` an empty
 * text. Each mistake has a plain sentence with its remedy.
 */
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
} from "yaml";

/** Larger files take seconds to parse. */
const MAX_BYTES = 64 * 1024;

export interface YamlFile {
  value: Record<string, unknown>;
  /** The place of a field, as `content/home.yaml:12:3`; of what would hold it, if it is missing. */
  at: (path: readonly (string | number)[]) => string;
}

const QUOTE = "put the whole text between quotes";

/** @param name as messages name the file @returns the file, or what is wrong with it */
export function readYaml(name: string, text: string): YamlFile | { problems: string[] } {
  if (Buffer.byteLength(text) > MAX_BYTES)
    return { problems: [`${name}:1:1: the file has more than 64 KB: shorten it`] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "silent" });
  const placed = (offset: number, sentence: string) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}: ${sentence}`;
  };
  // One mistake makes others behind it.
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake) {
    const sentence = `this line is no YAML (${mistake.message}): ${QUOTE}, or align the line with its neighbors`;
    return { problems: [placed(mistake.pos[0], sentence)] };
  }
  const lost = lostWords(document, text).map(([offset, sentence]) => placed(offset, sentence));
  if (lost.length > 0) return { problems: lost };
  if (!isMap(document.contents))
    return { problems: [`${name}:1:1: the file must begin with names, like hero:`] };
  return { value: document.toJS(), at: (path) => placed(placeOf(document, path), "").slice(0, -": ".length) };
}

/** Whatever YAML reads as something else than text, and drops without an error. */
function lostWords(document: Document, text: string): [offset: number, sentence: string][] {
  const lost: [number, string][] = [];
  visit(document, {
    Node(_key, node: Node) {
      const [begin = 0, end = 0] = node.range ?? [];
      if (isAlias(node) || ("anchor" in node && node.anchor !== undefined))
        lost.push([begin, `a text begins with an asterisk or an ampersand: ${QUOTE}`]);
      const isPlain = isScalar(node) && (node.type === "PLAIN" || node.value === null);
      if (isPlain && typeof node.value !== "number" && /^[ \t]*#/.test(text.slice(end).split("\n")[0] ?? ""))
        lost.push([
          end,
          `the words behind # would be lost: ${QUOTE}, or move the comment to a line of its own`,
        ]);
    },
  });
  return lost;
}

function placeOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const holder = document.getIn(path.slice(0, length - 1), true) ?? document.contents;
    const last = path[length - 1];
    if (isMap(holder)) {
      const pair = holder.items.find(({ key }) => isScalar(key) && String(key.value) === String(last));
      if (pair && isScalar(pair.key)) return pair.key.range?.[0] ?? 0;
    } else if (isCollection(holder)) {
      const item = holder.get(Number(last), true);
      if (isScalar(item) || isCollection(item)) return item.range?.[0] ?? 0;
    }
  }
  return 0;
}
