/** No file imports against the direction that docs/decisions/structure.md draws. */
import { expect, test } from "vitest";
import { imports, reachableFrom, sources } from "./imports.ts";

/** A file imports only from the lines above its own, and from its own folder. */
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

function breaches(isForbidden: (file: string, imported: string) => boolean | undefined): string[] {
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

test("site and server do not import each other, and no other folder imports the scripts", () => {
  const wrong = breaches(
    (file, imported) =>
      (file.startsWith("site/") && imported.startsWith("server/")) ||
      (file.startsWith("server/") && imported.startsWith("site/")) ||
      (!file.startsWith("scripts/") && imported.startsWith("scripts/")),
  );
  expect(wrong).toEqual([]);
});

test("no file reaches itself through its imports, `import()` included", () => {
  const circles = sources.filter((file) => reachableFrom(...(imports.get(file) ?? [])).has(file));
  expect(circles).toEqual([]);
});
