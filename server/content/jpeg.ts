/**
 * What a JPEG says of itself. Other formats,
 * and damaged files, have the usual values.
 */

import { imageSize } from "image-size";
import { attempt } from "../../contract/attempt.ts";

const START_OF_IMAGE = 0xffd8;
/** CMYK, the colors of print, has four; RGB has three. */
const COLORS_OF_PRINT = 4;

/** Source: ITU-T T.81, B.2. */
export function isCmyk(bytes: Buffer): boolean {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== START_OF_IMAGE)
    return false;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    if (isFrame(bytes.readUInt8(at + 1)))
      return bytes[at + 9] === COLORS_OF_PRINT;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/**
 * Markers of frames are SOF0 to SOF15, without
 * DHT, JPG and DAC, which stand among them.
 */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Of four orientations that follow each other,
 * these turn right to left, and these up to down.
 */
const MIRRORED = [2, 3];
const UPSIDE_DOWN = [3, 4];

/**
 * @returns the matrix that turns a picture upright
 * within a box, and the picture's own width and height
 * before the turn. Source: Exif 2.32, "Orientation"
 */
export function turnOf(bytes: Buffer, width: number, height: number) {
  const { orientation = 1 } = attempt(() => imageSize(bytes)) ?? {};
  const isOnItsSide = orientation > 4;
  const turn = isOnItsSide ? orientation - 4 : orientation;
  const [right, x] = MIRRORED.includes(turn) ? [-1, width] : [1, 0];
  const [down, y] = UPSIDE_DOWN.includes(turn) ? [-1, height] : [1, 0];
  return isOnItsSide
    ? { matrix: [0, down, right, 0, x, y], row: height, column: width }
    : { matrix: [right, 0, 0, down, x, y], row: width, column: height };
}
