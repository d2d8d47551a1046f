/**
 * No file imports against the direction that docs/decisions/structure.md draws.
 */

import { expect, test } from "vitest";
import { INPUTS } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { filesBelow } from "../../server/settings/files-in.ts";
import { importsOf, packagesOf, reachableFrom, sources } from "./imports.ts";

/**
 * A file imports only from the lines above its own, and from its own folder.
 */
const ORDER = [
  ["contract/"],
  ["server/settings/"],
  ["server/store/"],
  ["server/http/"],
  ["server/content/"],
  ["server/deliveries/"],
  ["server/leads/"],
  ["server/calls/"],
  ["server/inbox/"],
  ["server/services.ts"],
  ["server/app.ts"],
  ["server/lifecycle/"],
  ["server/main.ts", "server/trial.ts", "cli/"],
];

function place(file: string): { rank: number; room: string } | undefined {
  for (const [rank, rooms] of ORDER.entries()) {
    const room = rooms.find((start) => file.startsWith(start));
    if (room !== undefined) return { rank, room };
  }
  return undefined;
}

test("nothing in the contract, the server or the command line imports against the direction", () => {
  const wrong = sources.flatMap((file) => {
    const from = place(file);
    const against = importsOf(file).filter((imported) => {
      const to = place(imported);
      return from && to && from.room !== to.room && from.rank <= to.rank;
    });
    return against.map((imported) => `${file} imports ${imported}`);
  });
  expect(wrong).toEqual([]);
});

const isInboxPage = (file: string) => /^server\/inbox\/.*\.tsx$/.test(file);
test("Node runs no page of the inbox, and no page needs Node", () => {
  const run = reachableFrom(
    "server/main.ts",
    "server/trial.ts",
    "cli/main.ts",
    "cli/content-main.ts",
  );
  expect([...run].filter(isInboxPage)).toEqual([]);
  const drawn = [...reachableFrom("server/inbox/pages.tsx")].filter((file) =>
    file.startsWith("server/"),
  );
  const needs = drawn.flatMap((file) =>
    packagesOf(file).map((name) => `${file} imports ${name}`),
  );
  expect(
    needs.filter((line) => !/ (?:react|react-dom|valibot)$/.test(line)),
  ).toEqual([]);
  expect(drawn.filter((file) => !file.startsWith("server/inbox/"))).toEqual([]);
});

test("no file reaches itself through its imports, `import()` included", () => {
  const circles = sources.filter((file) =>
    reachableFrom(...importsOf(file)).has(file),
  );
  expect(circles).toEqual([]);
});

test("the site is built again after a change of any file that a build bundles", () => {
  const bundled = reachableFrom("site/main.tsx", "scripts/build/rendered.ts");
  const inputs = new Set(filesBelow(root, INPUTS));
  expect([...bundled.difference(inputs)]).toEqual([]);
});
