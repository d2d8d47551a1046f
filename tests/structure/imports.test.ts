/**
 * No file imports against the direction that docs/decisions/structure.md draws.
 */
import { expect, test } from "vitest";
import { imports, packagesOf, reachableFrom, sources } from "./imports.ts";

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

function breaches(
  isForbidden: (file: string, imported: string) => boolean | undefined,
): string[] {
  return sources.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((imported) => isForbidden(file, imported))
      .map((imported) => `${file} imports ${imported}`),
  );
}

test("nothing in the contract, the server or the command line imports against the direction", () => {
  const wrong = breaches((file, imported) => {
    const [from, to] = [place(file), place(imported)];
    return from && to && from.room !== to.room && from.rank <= to.rank;
  });
  expect(wrong).toEqual([]);
});

const isInboxPage = (file: string) => /^server\/inbox\/.*\.tsx$/.test(file);
/** What the site lends to the inbox's pages. */
const isLent = (file: string) => /^site\/(?:components|styles)\//.test(file);

test("site and server do not import each other, and no other folder imports the scripts", () => {
  const wrong = breaches(
    (file, imported) =>
      (file.startsWith("site/") && imported.startsWith("server/")) ||
      (file.startsWith("server/") &&
        imported.startsWith("site/") &&
        !(isInboxPage(file) && isLent(imported))) ||
      (!file.startsWith("scripts/") && imported.startsWith("scripts/")),
  );
  expect(wrong).toEqual([]);
});

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
    reachableFrom(...(imports.get(file) ?? [])).has(file),
  );
  expect(circles).toEqual([]);
});
