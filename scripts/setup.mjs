/**
 * Checks the version of Node, and runs the file
 * that an npm script in package.json names.
 */
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
const parts = engines.node
  .split(" || ")
  .map((part) => /^(\^|>=)(\d+)\.(\d+)/.exec(part));
const [major, minor] = process.versions.node.split(".").map(Number);

if (parts.some(isInRange)) {
  void import("./setup/start.mjs").then(({ start }) => start());
} else {
  const needed = parts.map(
    ([, sign, from, least]) =>
      `${from}.${least} or a newer ${sign === "^" ? from : "one"}`,
  );
  console.error(
    `Node ${process.versions.node} cannot install this site's packages: install Node ${needed.join(", or ")} (https://nodejs.org), and run this again.`,
  );
  process.exitCode = 1;
}

function isInRange([, sign, from, least]) {
  return major === Number(from)
    ? minor >= Number(least)
    : sign === ">=" && major > Number(from);
}
