/** What a JPEG says of itself. Other formats, and damaged files, have the usual values. */
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

/** Markers of frames are SOF0 to SOF15, without DHT, JPG and DAC, which stand among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const upright = () => [1, 0, 0, 1, 0, 0];

/** How a picture of the given size is turned, for each Exif orientation from 1 on. */
const TURNS: ((width: number, height: number) => number[])[] = [
  upright,
  (width) => [-1, 0, 0, 1, width, 0],
  (width, height) => [-1, 0, 0, -1, width, height],
  (_width, height) => [1, 0, 0, -1, 0, height],
  () => [0, 1, 1, 0, 0, 0],
  (width) => [0, 1, -1, 0, width, 0],
  (width, height) => [0, -1, -1, 0, width, height],
  (_width, height) => [0, -1, 1, 0, 0, height],
];

/**
 * @returns the matrix that turns a picture upright within a box, and the picture's own width and
 * height before the turn. Source: Exif 2.32, "Orientation"
 */
export function turnOf(bytes: Buffer, width: number, height: number) {
  const { orientation = 1 } = attempt(() => imageSize(bytes)) ?? {};
  const matrix = (TURNS[orientation - 1] ?? upright)(width, height);
  const isOnItsSide = matrix[0] === 0;
  const [row, column] = isOnItsSide ? [height, width] : [width, height];
  return { matrix, row, column };
}
