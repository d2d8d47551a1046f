/** `docs/architecture.svg` matches the sources. Redraw it by `npx vitest run tests/structure/picture.test.ts -u`. */
import { expect, test } from "vitest";
import { imports, reachableFrom, sources } from "./imports.ts";

const ROW = 74;
const BOX = { width: 172, height: 40 };
const MARGIN = 24;
/** The middle of each column, and the distance of two parts in one row. */
const COLUMNS = { cli: 110, site: 222, server: 614 };
const BESIDE = BOX.width + 20;
const WIDTH = 824;

type Arrows = Map<string, Set<string>>;

const shared = reachableFrom(...sources.filter((file) => /^site\/\w+\//.test(file)));

/** A folder, or a file that starts something. The site's top level has two parts: files that its folders import, and the rest. */
function partOf(file: string): string | undefined {
  const [top = "", folder = "", ...rest] = file.split("/");
  if (top === "contract" || top === "cli") return top;
  if (top === "scripts") return undefined;
  if (rest.length > 0) return `${top}/${folder}`;
  if (top === "site") return shared.has(file) ? "site/ (shared)" : "site/ (entries)";
  return file;
}

function arrows(): Arrows {
  const all: Arrows = new Map();
  for (const [file, imported] of imports) {
    const from = partOf(file);
    if (from === undefined) continue;
    const targets = all.get(from) ?? new Set<string>();
    all.set(from, targets);
    for (const to of imported.map(partOf)) if (to !== undefined && to !== from) targets.add(to);
  }
  return all;
}

/** The maximum number of steps down to a part without imports. */
function levels(all: Arrows): Map<string, number> {
  const known = new Map<string, number>();
  function level(part: string, above: string[] = []): number {
    const there = known.get(part);
    if (there !== undefined) return there;
    if (above.includes(part)) throw new Error(`Parts import each other: ${[...above, part].join(" > ")}`);
    const below = [...(all.get(part) ?? [])].map((next) => level(next, [...above, part]));
    const steps = 1 + Math.max(-1, ...below);
    known.set(part, steps);
    return steps;
  }
  for (const part of all.keys()) level(part);
  return known;
}

function reaches(all: Arrows, from: string, to: string): boolean {
  return from === to || [...(all.get(from) ?? [])].some((next) => reaches(all, next, to));
}

function isSaidByLonger(all: Arrows, from: string, to: string): boolean {
  return [...(all.get(from) ?? [])].some((next) => next !== to && reaches(all, next, to));
}

function columnOf(part: string): number {
  if (part === "contract") return (COLUMNS.site + COLUMNS.server) / 2;
  const [top] = part.split("/");
  return top === "site" ? COLUMNS.site : top === "cli" ? COLUMNS.cli : COLUMNS.server;
}

/** @returns an SVG that follows the reader's light or dark scheme. */
function picture(): string {
  const all = arrows();
  const level = levels(all);
  const height = Math.max(...level.values());
  const parts = [...all.keys()].toSorted();
  const places = new Map(
    parts.map((part) => {
      const beside = parts.filter(
        (other) => level.get(other) === level.get(part) && columnOf(other) === columnOf(part),
      );
      const shift = (beside.indexOf(part) - (beside.length - 1) / 2) * BESIDE;
      return [part, { x: columnOf(part) + shift, y: MARGIN + (height - (level.get(part) ?? 0)) * ROW }];
    }),
  );
  const lines = parts.flatMap((from) =>
    [...(all.get(from) ?? [])]
      .filter((to) => !isSaidByLonger(all, from, to))
      .toSorted()
      .flatMap((to) => {
        const [start, end] = [places.get(from), places.get(to)];
        if (!start || !end) return [];
        const [top, bottom] = [start.y + BOX.height, end.y - 3];
        const bend = (bottom - top) / 2;
        return `<path d="M${start.x} ${top}C${start.x} ${top + bend} ${end.x} ${bottom - bend} ${end.x} ${bottom}"/>`;
      }),
  );
  const boxes = [...places].flatMap(([part, { x, y }]) => [
    `<rect x="${x - BOX.width / 2}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/>`,
    `<text x="${x}" y="${y + 25}">${part}</text>`,
  ]);
  const bottom = 2 * MARGIN + height * ROW + BOX.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom}" role="img" aria-label="Imports between folders">
<style>
:root { color-scheme: light dark; background: light-dark(#fff, #15181c) }
path { fill: none; stroke: light-dark(#6b7280, #9aa4b2); marker-end: url(#tip) }
marker path { fill: light-dark(#6b7280, #9aa4b2); stroke: none }
rect { fill: light-dark(#eef2f7, #242a32); stroke: light-dark(#9aa4b2, #5b6572) }
text { font: 15px system-ui, sans-serif; text-anchor: middle; fill: light-dark(#111827, #f3f4f6) }
</style>
<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker>
${[...lines, ...boxes].join("\n")}
</svg>
`;
}

test("the picture of the architecture is drawn from today's imports", async () => {
  const drawn = picture();
  expect(drawn).toContain(">server/storage<");
  await expect(drawn).toMatchFileSnapshot("../../docs/architecture.svg");
});
