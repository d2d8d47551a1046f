import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { imageSize } from "image-size";
import { attempt } from "../../contract/attempt.ts";
import type { Content } from "../../contract/content/schema.ts";
import { PICTURES_PATH } from "../../contract/http/routes.ts";
import { filesIn } from "../settings/files-in.ts";
import { readOnChange } from "./read-on-change.ts";

const TYPES = ["avif", "jpg", "png", "svg", "webp"];
/**
 * A larger file keeps a phone with a weak signal waiting for seconds. Bytes.
 */
export const MAX_BYTES = 500 * 1024;
/**
 * Browsers turn a JPEG on its side if its
 * orientation is at least this. Source: Exif 2.32.
 */
const FIRST_ON_ITS_SIDE = 5;

/**
 * The Exif entry that points to GPS data, in
 * both byte orders. Source: Exif 2.32, 4.6.3.
 */
const GPS_ENTRIES = ["8825000400000001", "2588040001000000"].map((hex) =>
  Buffer.from(hex, "hex"),
);

/**
 * @returns pictures keyed by file name;
 * `problems` stop a build, `advice` does not
 */
export function readPictures(folder: string) {
  const pictures: Content["pictures"] = {};
  const problems: string[] = [];
  const advice: string[] = [];
  for (const name of filesIn(folder)) {
    const { picture, size, ...facts } = readFacts(join(folder, name));
    if (!picture) continue;
    pictures[name] = picture;
    if (size > MAX_BYTES)
      problems.push(`content/pictures/${name} must have at most 500 KB`);
    if (facts.namesPlace)
      advice.push(
        `content/pictures/${name} says where it was taken: save it without GPS data`,
      );
  }
  return { pictures, problems, advice };
}

/**
 * The file that the content means. File names and texts may
 * have é as one letter or as two, and addresses have `%20`
 * for a blank. @returns `typed` if there is no such file
 */
export function pictureNamed(
  typed: string,
  pictures: Content["pictures"],
): string {
  const forms = [typed, attempt(() => decodeURIComponent(typed)) ?? typed];
  const wanted = forms.map((form) => form.normalize());
  const names = Object.keys(pictures);
  return names.find((name) => wanted.includes(name.normalize())) ?? typed;
}

const readFacts = readOnChange((path) => {
  const bytes = readFileSync(path);
  return {
    picture: readPicture(basename(path), bytes),
    size: bytes.length,
    namesPlace: namesPlace(bytes),
  };
});

/** Whether a picture says where it was taken. */
export const namesPlace = (bytes: Buffer): boolean =>
  [...GPS_ENTRIES, "GPSLatitude"].some((sign) => bytes.includes(sign));

function readPicture(
  name: string,
  bytes: Buffer,
): Content["pictures"][string] | undefined {
  const version = hash("sha256", bytes, "base64url").slice(0, 8);
  const stem = name
    .slice(0, -extname(name).length)
    .replace(/[^a-z0-9]+/gi, "-");
  const measured = measurePicture(bytes);
  if (!measured) return undefined;
  const { type, ...size } = measured;
  const src = `${PICTURES_PATH}${stem}-${version}.${type}`;
  // Pages draw only the symbols of `trades.svg`. Other pictures get no
  // `symbols`, since all their fields become attributes of an `img`.
  const symbols = name === "trades.svg" && {
    symbols: symbolsIn(bytes.toString()),
  };
  return { src, ...size, ...symbols };
}

/**
 * The format and the size as the picture is shown.
 * @returns undefined for what is no picture
 */
export function measurePicture(bytes: Buffer) {
  // `imageSize` expects single blanks where SVG also takes commas.
  const svg = bytes
    .toString("latin1")
    .replace(/viewBox=[^>]*/, (at) => at.replace(/[\s,]+/g, " "));
  const measured = Buffer.from(svg, "latin1");
  const {
    width = 0,
    height = 0,
    orientation = 1,
    type = "",
  } = attempt(() => imageSize(measured)) ?? {};
  if (!TYPES.includes(type) || width * height === 0) return undefined;
  return orientation < FIRST_ON_ITS_SIDE
    ? { type, width, height }
    : { type, width: height, height: width };
}

function symbolsIn(svg: string): Record<string, string> {
  const symbols = svg.matchAll(
    /<symbol(?=\s)[^<>]*?\sid=(["'])([^"'<>]*)\1[^]*?<\/symbol>/g,
  );
  return Object.fromEntries(
    Array.from(symbols, ([text, , id = ""]) => [id, text]),
  );
}
