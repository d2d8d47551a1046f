/** A vendor's lines, pasted into `content/analytics.html`; the policy gets only the hashes and the origins that they name. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTextFile } from "../settings/text-file.ts";
import { NO_OTHER_ORIGINS, type OtherOrigins } from "../../contract/build-manifest.ts";
import { policyHash } from "../http/built-site.ts";
import { ContentError } from "./content-error.ts";

/** An address as it stands in a script's text or in a comment; `http:` names namespaces there, and nothing to load. */
const ADDRESS = /\b(?:https|wss):\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?/gi;

const FILE = "content/analytics.html";

/** The allowed parts. Comments and `noscript` are left out of the page. */
const PARTS = [
  { begin: "<script", end: "</script>" },
  { begin: "<noscript", end: "</noscript>" },
  { begin: "<!--", end: "-->" },
] as const;

/** @throws {ContentError} */
export function readSnippet(contentDir: string): OtherOrigins {
  const path = join(contentDir, "analytics.html");
  if (!existsSync(path)) return NO_OTHER_ORIGINS;
  const file = readTextFile(path);
  if ("problem" in file) throw new ContentError(`${FILE}:${file.line}:1: the file ${file.problem}`);
  return parseSnippet(file.text);
}

/** @throws {ContentError} when it holds anything but script elements, which no hash could allow */
export function parseSnippet(pasted: string): OtherOrigins {
  // As a browser reads it, because the hash is of that text (HTML, 13.2.3.5).
  let rest = pasted.replaceAll(/\r\n?/g, "\n").trim();
  const scripts: string[] = [];
  while (rest !== "") {
    const lower = rest.toLowerCase();
    const part = PARTS.find(({ begin }) => lower.startsWith(begin));
    const end = part ? lower.indexOf(part.end) : -1;
    if (!part || end === -1) {
      const [line = ""] = rest.split("\n", 1);
      throw new ContentError(`${FILE} must contain only script elements, but has "${line}"`);
    }
    if (part.begin === "<script") scripts.push(rest.slice(0, end + part.end.length));
    rest = rest.slice(end + part.end.length).trim();
  }
  const texts = scripts.map((script) => script.slice(script.indexOf(">") + 1, -"</script>".length));
  const sources = scripts.flatMap(
    (script) => /\ssrc\s*=\s*["']?([^"'\s>]+)/i.exec(script.slice(0, script.indexOf(">")))?.[1] ?? [],
  );
  return {
    html: scripts.join("\n"),
    hashes: texts.filter((text) => text.trim() !== "").map(policyHash),
    origins: [...new Set([...sources.map(originOf), ...addressesIn(pasted)])],
  };
}

const addressesIn = (text: string): string[] =>
  Array.from(text.matchAll(ADDRESS), ([address]) => new URL(address).origin);

function originOf(source: string): string {
  const url = URL.parse(source, "https://protocol-relative.invalid");
  if (url && /^https?:$/.test(url.protocol) && !url.hostname.endsWith(".invalid")) return url.origin;
  throw new ContentError(`${FILE} must load scripts by their whole addresses, but has "${source}"`);
}
