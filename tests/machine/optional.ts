/**
 * Optional programs for some tests: found on the
 * machine, or installed from Debian's packages.
 */

import { findEngines } from "./browsers.ts";
import { installDebianPackages } from "./debian-package.ts";
import { findProgram } from "./programs.ts";

interface Optional {
  name: string;
  packages: string[];
  isHere: () => unknown;
  /** Only for `npm run test:full`. */
  onlyFull?: true;
}

const OPTIONAL: Optional[] = [
  {
    name: "caddy",
    packages: ["caddy"],
    isHere: () => findProgram("caddy"),
    onlyFull: true,
  },
  {
    name: "Firefox",
    packages: ["firefox-esr"],
    isHere: () =>
      findEngines().some(({ browserName }) => browserName === "firefox"),
  },
  {
    name: "WebKit (npx playwright install webkit)",
    packages: [],
    isHere: () =>
      findEngines().some(({ browserName }) => browserName === "webkit"),
  },
];

/**
 * @param install only on a machine for tests, because the packages start
 * services @returns missing programs
 */
export function missingForTests(install: boolean, isFull: boolean): Optional[] {
  const missing = OPTIONAL.filter(
    ({ isHere, onlyFull = false }) => (isFull || !onlyFull) && !isHere(),
  );
  if (!install || missing.length === 0) return missing;
  installDebianPackages(
    missing.flatMap(({ packages }) => packages),
    "Some tests need missing programs",
  );
  return missingForTests(false, isFull);
}
