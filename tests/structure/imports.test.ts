/** No file imports against the direction that docs/decisions/0014 draws, and no imports form a circle. */
import { expect, test } from "vitest";
import { imports, sources } from "./imports.ts";

/** Each group imports only from groups before it, and from itself. The last group that fits a file counts. */
const ORDER = [
  ["contract/"],
  ["server/network/"],
  ["server/configuration/"],
  ["server/storage/"],
  ["server/outbox/"],
  ["server/leads/"],
  ["server/http/"],
  ["server/rest/", "server/inbox/", "server/scheduling/"],
  ["server/app.ts"],
  ["server/lifecycle/"],
  ["server/main.ts", "server/worker.ts", "cli/"],
];

function place(file: string): { rank: number; room: string } | undefined {
  for (const [rank, rooms] of ORDER.entries()) {
    const room = rooms.find((start) => file.startsWith(start));
    if (room !== undefined) return { rank, room };
  }
  return undefined;
}

/** Every import between our files that a rule forbids. */
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

test("the site and the server do not import each other, and only tests import the scripts", () => {
  const wrong = breaches(
    (file, imported) =>
      (file.startsWith("site/") && imported.startsWith("server/")) ||
      (file.startsWith("server/") && imported.startsWith("site/")) ||
      (!file.startsWith("scripts/") && imported.startsWith("scripts/")),
  );
  expect(wrong).toEqual([]);
});

test("no files import each other in a circle", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  function follow(file: string, path: string[]): void {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(" -> "));
    if (start >= 0 || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) follow(imported, [...path, file]);
    done.add(file);
  }
  for (const file of sources) follow(file, []);
  expect(circles).toEqual([]);
});

test("the check sees imports at all", () => {
  expect(imports.get("server/main.ts")).toContain("server/lifecycle/serve.ts");
});
