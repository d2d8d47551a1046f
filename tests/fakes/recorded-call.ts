/** A call as a phone system writes it: WAV of 16 bits at 8 kHz, a tone from its middle on. */
export function recordedCall(seconds: number): Buffer {
  const rate = 8000;
  const data = Buffer.alloc(2 * rate * seconds);
  for (let at = data.length / 4; at < data.length / 2; at++)
    data.writeInt16LE(Math.round(9000 * Math.sin(at / 4)), 2 * at);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  for (const [at, value] of Object.entries({ 20: 1, 22: 1, 32: 2, 34: 16 }))
    header.writeUInt16LE(value, Number(at));
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.write("data", 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
