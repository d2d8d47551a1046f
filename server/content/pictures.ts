/** The files of `content/pictures/`: their dimensions or waveforms, and their served names, which change with them. */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { imageSize } from "image-size";
import { PICTURES_PATH } from "../../contract/routes.ts";
import type { Content } from "../../contract/content/schema.ts";
import { ContentError } from "./content-error.ts";
import { readRecording } from "./recording.ts";

const TYPES = ["avif", "jpg", "png", "svg", "webp"];
/** A larger file keeps a phone with a weak signal waiting for seconds. Bytes. */
const MAX_BYTES = 500 * 1024;
/** The first orientation of a JPEG that browsers rotate by a quarter turn. Source: Exif 2.32, tag Orientation. */
const FIRST_ON_ITS_SIDE = 5;

/** By file name. @throws {ContentError} naming the file that cannot be shown */
export function readPictures(folder: string): Content["pictures"] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const names = files.filter((name) => !name.startsWith(".") && !name.endsWith(".md"));
  return Object.fromEntries(names.map((name) => [name, readPicture(folder, name)]));
}

function readPicture(folder: string, name: string): Content["pictures"][string] {
  const bytes = readFileSync(join(folder, name));
  const refuse = (why: string) => new ContentError(`content/pictures/${name} ${why}`);
  if (bytes.length > MAX_BYTES) throw refuse("must have at most 500 KB");
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8);
  const stem = name.slice(0, -extname(name).length).replace(/[^a-z0-9]+/gi, "-");
  const recording = readRecording(bytes);
  if (recording) return { src: `${PICTURES_PATH}${stem}-${hash}.wav`, width: 0, height: 0, recording };
  const { width, height, orientation = 1, type = "" } = sizeOf(bytes) ?? { width: 0, height: 0 };
  if (!TYPES.includes(type))
    throw refuse("must be a PNG, JPEG, WebP, AVIF or SVG with a size, or a WAV of 16 bits");
  const src = `${PICTURES_PATH}${stem}-${hash}.${type}`;
  const size = orientation < FIRST_ON_ITS_SIDE ? { width, height } : { width: height, height: width };
  return { src, ...size, ...(type === "svg" && symbolsIn(bytes.toString())) };
}

function symbolsIn(svg: string): { symbols?: Record<string, string> } {
  const found = [...svg.matchAll(/<symbol [^<>]*?\bid="([^"<>]*)"[^]*?<\/symbol>/g)];
  return found.length > 0 ? { symbols: Object.fromEntries(found.map(([text, id = ""]) => [id, text])) } : {};
}

function sizeOf(bytes: Buffer): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}

export function writePictures(pictures: Content["pictures"], from: string, folder: string): void {
  mkdirSync(join(folder, PICTURES_PATH));
  for (const [name, { src }] of Object.entries(pictures)) copyFileSync(join(from, name), join(folder, src));
}
