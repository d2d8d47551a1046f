/** Shows on a terminal that long work goes on: one line that says what is being done and for how long. */

/** Writes the line anew each second until the work is done; one line without a terminal. @returns ends the line */
export function showProgress(what, stream = process.stderr) {
  if (!stream.isTTY) {
    stream.write(`${what} …\n`);
    return () => {};
  }
  const begun = Date.now();
  const show = () => {
    const seconds = Math.floor((Date.now() - begun) / 1000);
    const line = `${what} … ${seconds} s`;
    stream.write(`\r\x1b[K${line.slice(0, (stream.columns || 80) - 1)}`);
  };
  show();
  const timer = setInterval(show, 1000);
  return () => {
    clearInterval(timer);
    show();
    stream.write("\n");
  };
}
