/** The styles of a component have exactly the classes that it uses. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const uses = globSync("site/**/*.tsx").flatMap((file) => {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/import (\w+) from "(\.\S+\.module\.css)"/g)].map(([, name = "", path = ""]) => ({
    styles: join(file, "..", path),
    classes: [...text.matchAll(new RegExp(`(?<![/-])\\b${name}\\.(?!module\\b)(\\w+)`, "g"))].map(
      ([, used]) => used,
    ),
    // As in `css[look]`.
    byName: text.includes(`${name}[`),
  }));
});

test.each([...new Set(uses.map(({ styles }) => styles))])("%s has the classes that are used", (styles) => {
  const users = uses.filter((use) => use.styles === styles);
  const used = users.flatMap(({ classes }) => classes);
  const css = readFileSync(styles, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const defined = [...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name);
  expect(
    used.filter((name) => !defined.includes(name)),
    "used, but not there",
  ).toEqual([]);
  if (!users.some(({ byName }) => byName))
    expect(
      defined.filter((name) => !used.includes(name)),
      "there, but not used",
    ).toEqual([]);
});
