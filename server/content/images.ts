import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Colors } from "../../contract/content/colors.ts";
import { MOON } from "../../contract/content/mark.ts";
import type { Content } from "../../contract/content/schema.ts";
import {
  ICON_PATH,
  LARGE_ICON_PATH,
  shareImagePath,
} from "../../contract/http/routes.ts";
import { contentTypeOf } from "../http/encoded-body.ts";
import { canBeDrawn, openDrawing, type Line } from "./drawing.ts";
import { drawingKey, type Drawings } from "./drawings.ts";
import { isCmyk, turnOf } from "./jpeg.ts";

const SHARE = { width: 1200, height: 630 };

/** Writes a text as SVG. */
type WriteLine = (line: Line) => string;

/** A PNG that is as wide as `width`, in pixels. */
interface Png {
  file: string;
  width: number;
  svg: (line: WriteLine) => string;
}

/**
 * Draws only the images that no earlier site has.
 * @param folder gets the images @param dir
 * the folder with the content's pictures
 * @returns the file of each key
 */
export async function writeImages(
  content: Content,
  folder: string,
  dir: string,
  { program, find }: Drawings,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const vector = iconOf(content, dir);
  writeFileSync(join(folder, ICON_PATH), vector(7));
  for (const { file, width, svg } of pngsOf(content, dir, vector)) {
    // How wide the letters of a line are follows from the line.
    const key = drawingKey(program, width, svg(JSON.stringify));
    files[key] = file;
    writeFileSync(join(folder, file), find(key) ?? (await draw(svg, width)));
  }
  return files;
}

async function draw(svg: Png["svg"], width: number): Promise<Buffer> {
  const { line, png } = await openDrawing();
  return png(svg(line), width);
}

/** @returns a function that takes the radius of the corners */
function iconOf(content: Content, dir: string) {
  const picture = iconPicture(content);
  const box = picture === content.logo?.picture ? INSIDE_MARGIN : WHOLE;
  const sign =
    picture === undefined ? MARK : embedded(content, dir, picture, box);
  return (radius: number) => icon(radius, sign, content.colors);
}

function pngsOf(
  content: Content,
  dir: string,
  vector: (radius: number) => string,
): Png[] {
  const [headline = ""] = content.hero.phrases;
  const shared = { "": { headline }, ...content.trades };
  return [
    // A PNG works here, because clients read the type
    // in the bytes. Source: WHATWG MIME Sniffing.
    { file: "favicon.ico", width: 48, svg: () => vector(7) },
    // Systems that round the corners themselves want a full square.
    { file: "apple-touch-icon.png", width: 180, svg: () => vector(0) },
    { file: LARGE_ICON_PATH.slice(1), width: 512, svg: () => vector(0) },
    ...Object.entries(shared).map(([name, { headline: text }]) => ({
      file: shareImagePath(name).slice(1),
      width: SHARE.width,
      svg: (line: WriteLine) => shareImage(content, dir, text, line),
    })),
  ];
}

/**
 * A sentence for each picture or text that icons and share images cannot show.
 */
export function imageProblems(content: Content, dir: string): string[] {
  const { pictures, logo, hero } = content;
  const { site, trades } = content;
  const problems: string[] = [];
  for (const [file, picture] of Object.entries(pictures)) {
    const isDrawn = [logo?.picture, content.shareImage].includes(file);
    if (!isDrawn && !/^icon\.\w+$/.test(file)) continue;
    const path = `content/pictures/${file}`;
    if (!isDrawable(picture))
      problems.push(
        `${path} is not drawn in icons and images of links: use PNG, JPEG or SVG`,
      );
    else if (isCmyk(readFileSync(join(dir, file))))
      problems.push(
        `${path} has the colors of print (CMYK), which are not drawn in icons and images of links: save it in RGB`,
      );
  }
  if (sharePicture(content) !== undefined) return problems;
  const remedy = "set `shareImage` in site.yaml";
  const headlines: Record<string, string> = {
    home: hero.phrases[0] ?? "",
    site: site.brandName,
  };
  for (const [name, { headline }] of Object.entries(trades))
    headlines[`trades/${name}`] = headline;
  for (const [file, text] of Object.entries(headlines))
    if (!canBeDrawn(text))
      problems.push(
        `content/${file}.yaml: the image of shared links has no font for "${text}": ${remedy}`,
      );
  return problems;
}

/**
 * The path of the agency's icon. Without an
 * icon, a `data:` URL of the small mark.
 */
export function iconAddress(content: Content): string {
  if (iconPicture(content) !== undefined) return LARGE_ICON_PATH;
  const mark = icon(7, MARK, content.colors);
  return `data:image/svg+xml,${mark.replaceAll(/[<>"#%]/g, encodeURIComponent)}`;
}

function icon(radius: number, sign: string, { night, signal }: Colors): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 42 42" fill="${signal}"><rect x="-5" y="-5" width="42" height="42" rx="${radius}" fill="${night}"/>${sign}</svg>`;
}

const MARK = `<path d="${MOON}"/><circle cx="23" cy="9" r="4"/>`;
const INSIDE_MARGIN = { x: 0, y: 0, width: 32, height: 32 };
const WHOLE = { x: -5, y: -5, width: 42, height: 42 };

/** A picture named `icon`, or else the logo. */
const iconPicture = (content: Content): string | undefined =>
  Object.entries(content.pictures).find(
    ([file, picture]) => /^icon\.\w+$/.test(file) && isDrawable(picture),
  )?.[0] ?? drawnLogo(content);

function sharePicture({
  shareImage: shown = "",
  pictures,
}: Content): string | undefined {
  return isDrawable(pictures[shown]) ? shown : undefined;
}

function drawnLogo({ logo, pictures }: Content): string | undefined {
  return logo && isDrawable(pictures[logo.picture]) ? logo.picture : undefined;
}

/**
 * The formats that can be drawn. The served
 * name (`src`) ends with the real format.
 */
const DRAWN = /\.(?:svg|png|jpg)$/;

/** Whether icons, mails and images of links can show a picture. */
const isDrawable = (picture?: Content["pictures"][string]): boolean =>
  picture !== undefined && DRAWN.test(picture.src);

function embedded(
  { pictures }: Content,
  dir: string,
  file: string,
  box: typeof WHOLE,
  fit = "xMidYMid meet",
) {
  const { x, y, width, height } = box;
  const { src = "" } = pictures[file] ?? {};
  const bytes = readFileSync(join(dir, file));
  const { matrix, row, column } = turnOf(bytes, width, height);
  const data = `data:${contentTypeOf(src)};base64,${bytes.toString("base64")}`;
  return `<g transform="translate(${x} ${y}) matrix(${matrix.join(" ")})"><image width="${row}" height="${column}" preserveAspectRatio="${fit}" href="${data}"/></g>`;
}

function shareImage(
  content: Content,
  dir: string,
  headline: string,
  line: WriteLine,
): string {
  const shared = sharePicture(content);
  const text = canBeDrawn(headline) ? headline : content.site.brandName;
  const picture =
    shared === undefined
      ? shareDrawing(content, dir, text, line)
      : embedded(
          content,
          dir,
          shared,
          { x: 0, y: 0, ...SHARE },
          "xMidYMid slice",
        );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}">
    <rect width="100%" height="100%" fill="${content.colors.night}"/>${picture}</svg>`;
}

function shareDrawing(
  content: Content,
  dir: string,
  headline: string,
  line: WriteLine,
): string {
  const { site, board, logo: setting, colors } = content;
  const fill = colors["night-text"];
  const logo = drawnLogo(content);
  const isAlone = logo !== undefined && setting?.replaces === "mark and name";
  const box = {
    x: 76,
    y: 70,
    width: isAlone ? SHARE.width - 152 : 64,
    height: 64,
  };
  const sign =
    logo === undefined
      ? `<g transform="translate(76 70) scale(2)" fill="${colors.signal}">${MARK}</g>`
      : embedded(content, dir, logo, box, "xMinYMid meet");
  const brand = {
    text: site.brandName,
    x: 160,
    y: 120,
    size: 56,
    room: SHARE.width - 236,
    fill,
  };
  const lines = inTwoLines(headline).map((text, index) =>
    line({
      text,
      x: 76,
      y: 276 + index * 122,
      size: 124,
      room: SHARE.width - 152,
      fill,
    }),
  );
  const lamps = board.statuses
    .slice(0, 3)
    .map(({ label: text, lamp }, index) => {
      const x = 80 + index * 350;
      const color = lamp === "live" ? colors.signal : colors.done;
      const light = `<circle cx="${x + 14}" cy="538" r="14" fill="${color}"/>`;
      return (
        light + line({ text, x: x + 44, y: 549, size: 34, room: 270, fill })
      );
    });
  return `<rect width="100%" height="14" fill="${colors.signal}"/>
    ${sign}
    ${isAlone ? "" : line(brand)}
    ${lines.join("")}
    <rect y="468" width="100%" height="2" fill="${colors["night-rule"]}"/>
    <rect y="470" width="100%" height="160" fill="${colors["night-raised"]}"/>
    ${lamps.join("")}`;
}

function inTwoLines(text: string): string[] {
  const breaks = [...text.matchAll(/ /g)].map((match) => match.index);
  const half = text.length / 2;
  const [middle] = breaks.toSorted(
    (a, b) => Math.abs(a - half) - Math.abs(b - half),
  );
  return middle === undefined
    ? [text]
    : [text.slice(0, middle), text.slice(middle + 1)];
}
