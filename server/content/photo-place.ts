/** Finds the place at which a photo was taken, which phones write into it. */

/** The tag of the GPS part in the first directory. Source: Exif 2.32, section 4.6.3. */
const GPS = 0x8825;
const ENTRY = 12;
/** Cameras write about twenty. */
const MOST_ENTRIES = 200;

/** In any format: Exif is TIFF, wherever a format puts it, and XMP is text. */
export function namesPlace(bytes: Buffer): boolean {
  if (bytes.includes("GPSLatitude")) return true;
  return ["II*\0", "MM\0*"].some((mark) => {
    for (let at = bytes.indexOf(mark, 0, "latin1"); at !== -1; at = bytes.indexOf(mark, at + 1, "latin1"))
      if (hasGps(bytes.subarray(at), mark.startsWith("I"))) return true;
    return false;
  });
}

function hasGps(tiff: Buffer, isLittle: boolean): boolean {
  const number = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (tiff.length < 10) return false;
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return false;
  const entries = number(first);
  if (entries > MOST_ENTRIES || first + 2 + entries * ENTRY > tiff.length) return false;
  return Array.from({ length: entries }, (_, index) => number(first + 2 + index * ENTRY)).includes(GPS);
}
