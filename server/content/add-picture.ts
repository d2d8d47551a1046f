/** Puts a picture that somebody sends into the content folder. */

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PictureFault } from "../../contract/inbox/site-editor.ts";
import { namesIn, statOf } from "../settings/files-in.ts";
import { MAX_BYTES, measurePicture, namesPlace } from "./pictures.ts";
import { writeFiles } from "./write-files.ts";

/** A small file can name a size that fills the memory of whoever draws it. */
const MAX_PIXELS = 25_000_000;

/**
 * What comes before an SVG. No part matches
 * a text in two ways, so no text takes long.
 */
const SVG_START =
  /^\uFEFF?(?:\s|<\?(?:(?!\?>)[^])*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE svg[^>[]*>)*<svg[\s>]/;
/**
 * A drawing needs no program, no page within it and nothing from other sites.
 */
const ACTIVE =
  /<(?:script|foreignObject|iframe|handler|!ENTITY)|[\s"'/]on\w+\s*=|javascript:|href\s*=\s*["']\s*(?:https?:|\/\/)/i;

/** The site shows a picture because of such a name. */
const MEANT = ["icon", "trades"];

/** @returns the format, or what keeps the picture out */
export function checkPicture(
  bytes: Buffer,
): { type: string } | { fault: PictureFault } {
  const measured = measurePicture(bytes);
  if (!measured) return { fault: "no-picture" };
  const { type, width, height } = measured;
  const text = type === "svg" ? bytes.toString() : "";
  if (ACTIVE.test(text)) return { fault: "active" };
  if (type === "svg" && !SVG_START.test(text)) return { fault: "no-picture" };
  if (bytes.length > MAX_BYTES) return { fault: "too-large" };
  if (type !== "svg" && width * height > MAX_PIXELS)
    return { fault: "too-many-pixels" };
  return namesPlace(bytes) ? { fault: "names-place" } : { type };
}

/**
 * Writes a checked picture, and never over another.
 * @param typed the name that the picture had elsewhere
 * @returns the name that the picture has here
 * @throws {Error} if the folder cannot be written
 */
export function addPicture(
  contentDir: string,
  typed: string,
  bytes: Buffer,
  type: string,
): string {
  const folder = join(contentDir, "pictures");
  const names = namesIn(folder);
  const same = names.find((name) => hasBytes(join(folder, name), bytes));
  if (same !== undefined) return same;
  const name = freeName(typed, type, names);
  writeFiles(folder, new Map([[name, bytes]]));
  return name;
}

function hasBytes(path: string, bytes: Buffer): boolean {
  const stat = statOf(path);
  const isAlike = stat?.isFile() && stat.size === bytes.length;
  return isAlike === true && readFileSync(path).equals(bytes);
}

function freeName(typed: string, type: string, names: readonly string[]) {
  const stem =
    addressFrom(basename(typed.replaceAll("\\", "/")).replace(/\.\w*$/, "")) ||
    "picture";
  const usedNames = new Set(names.map((name) => name.toLowerCase()));
  const isFree = (one: string) =>
    !MEANT.includes(one) && !usedNames.has(`${one}.${type}`);
  let free = stem;
  for (let number = 2; !isFree(free); number += 1) free = `${stem}-${number}`;
  return `${free}.${type}`;
}

const MAX_ADDRESS_LETTERS = 60;

/**
 * A text as a part of an address: small Latin
 * letters, digits and hyphens. It may be empty.
 */
export const addressFrom = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_ADDRESS_LETTERS)
    .replaceAll(/^-|-$/g, "");
