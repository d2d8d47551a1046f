/**
 * Reads a vendor's scripts in `content/analytics.html`,
 * and what the policy must allow.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  NO_ANALYTICS,
  type Analytics,
} from "../../contract/http/build-manifest.ts";
import { policyHash } from "../http/built-site.ts";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { readTextFile } from "../settings/text-file.ts";
import { ContentError } from "./content-error.ts";

/**
 * Matches `https:`, `wss:`, and `//` after a
 * quote. Scripts use `http:` only in namespaces.
 */
const ADDRESS =
  /(?:\b(?:https|wss):|(?<=["'`]))\/\/[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?/gi;

const FILE = "content/analytics.html";

/**
 * Matches a comment, a `noscript` or a script.
 * The groups are a script's attributes and code.
 */
const ALLOWED =
  /\s*(?:<!--[^]*?-->|<noscript[^]*?<\/noscript>|<script([^>]*)>([^]*?)<\/script>)\s*/giy;

const SRC = /\ssrc\s*=\s*["']?([^"'\s]+)/i;

/** @throws {ContentError} */
export function readSnippet(contentDir: string): Analytics {
  const path = join(contentDir, "analytics.html");
  if (!existsSync(path)) return NO_ANALYTICS;
  const name = contentDir === SAMPLE_CONTENT ? FILE : path;
  const file = readTextFile(path);
  if ("problem" in file)
    throw new ContentError(`${name}:${file.line}:1: the file ${file.problem}`);
  return parseSnippet(file.text, name);
}

/**
 * @throws {ContentError} for markup that no hash
 * can allow, or a script without a whole address
 */
export function parseSnippet(pasted: string, name = FILE): Analytics {
  const text = pasted.trim();
  // ALLOWED is sticky, so the rest begins with markup that is not allowed.
  const [rest = ""] = text.replace(ALLOWED, "").split("\n", 1);
  if (rest !== "")
    throw new ContentError(
      `${name} must contain only script elements, but has "${rest}"`,
    );
  const scripts = [...text.matchAll(ALLOWED)].filter(
    ([, attributes]) => attributes !== undefined,
  );
  const sources = scripts.flatMap(
    ([, attributes = ""]) => SRC.exec(attributes)?.[1] ?? [],
  );
  const addresses = [...pasted.matchAll(ADDRESS)].flatMap(
    ([url]) => URL.parse(url, "https://a")?.origin ?? [],
  );
  return {
    html: scripts.map(([script]) => script.trim()).join("\n"),
    hashes: scripts.flatMap(([, , code = ""]) =>
      code.trim() === "" ? [] : policyHash(code),
    ),
    origins: [
      ...new Set([
        ...sources.map((source) => originOf(source, name)),
        ...addresses,
      ]),
    ],
  };
}

function originOf(source: string, name: string): string {
  const url = URL.parse(source, "https://protocol-relative.invalid");
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    !url.hostname.endsWith(".invalid")
  )
    return url.origin;
  throw new ContentError(
    `${name} must load scripts by their whole addresses, but has "${source}"`,
  );
}
