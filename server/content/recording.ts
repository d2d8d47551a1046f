/** A recorded call, as phone systems write it: WAV of 16 bits, whose samples are drawn without a decoder. */

const BARS = 60;
const HEIGHT = 40;

/** @returns its length in seconds, and the path of its waveform, 2 x BARS wide and HEIGHT high; undefined for another file */
export function readRecording(bytes: Buffer): { seconds: number; wave: string } | undefined {
  if (bytes.toString("latin1", 0, 4) + bytes.toString("latin1", 8, 12) !== "RIFFWAVE") return undefined;
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    chunks.set(bytes.toString("latin1", at, at + 4), bytes.subarray(at + 8, end));
    at = end + (end % 2);
  }
  const [format, data] = [chunks.get("fmt "), chunks.get("data")];
  if (!format || format.length < 16 || !data || data.length < 2 * BARS) return undefined;
  if (format.readUInt16LE(0) !== 1 || format.readUInt16LE(14) !== 16) return undefined;
  const samples = new Int16Array(Uint8Array.from(data).buffer, 0, Math.floor(data.length / 2));
  const width = samples.length / BARS;
  const peaks = Array.from({ length: BARS }, (_, bar) =>
    samples.slice(bar * width, (bar + 1) * width).reduce((peak, one) => Math.max(peak, Math.abs(one)), 0),
  );
  const loudest = Math.max(...peaks, 1);
  const wave = peaks.map((peak, bar) => {
    const height = Math.max(2, Math.round((peak / loudest) * HEIGHT));
    return `M${2 * bar + 1} ${(HEIGHT - height) / 2}v${height}`;
  });
  return { seconds: Math.round(data.length / format.readUInt32LE(8)), wave: wave.join("") };
}
