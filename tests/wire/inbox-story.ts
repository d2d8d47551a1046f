import { expect } from "vitest";
import { listOf } from "../support/said.tsx";
import type { browser, OpenPage } from "./inbox-request.ts";

/**
 * What people press in the inbox, as a list: below each press stand its
 * answer, and how the page differs from what was last seen at its address.
 */
export function inboxStory() {
  const lines: string[] = [];
  const seen = new Map<string, string[]>();
  const names = new Map<string, string>();

  /** Ids and tokens differ from run to run, and versions at each press. */
  const shortened = (text: string) =>
    text
      .replaceAll(/seen value=\d+/g, "seen")
      .replaceAll(/token=[^\s&]+/g, "token=…")
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => {
        const name = names.get(id) ?? `#${names.size + 1}`;
        names.set(id, name);
        return name;
      })
      .replaceAll(/(lead=#\d+)\.\d+/g, "$1");

  function tell(asked: string, page: OpenPage): OpenPage {
    const { path, status, anchor = "" } = page;
    const before = seen.get(path) ?? [];
    const after = linesOf(page).map(shortened);
    // A page that says why something failed has the form's address.
    if (status < 400) seen.set(path, after);
    const gone = status < 400 ? without(before, after) : [];
    const changes = [
      ...gone.map((line) => `- ${line}`),
      ...without(after, before).map((line) => `+ ${line}`),
    ];
    if (asked !== "" || changes.length > 0)
      lines.push(
        shortened(`\n${asked} > ${status} ${path} ${anchor}`.trimEnd()),
        ...changes,
      );
    return {
      ...page,
      press: async (label, typed, file) =>
        tell(
          [label, JSON.stringify(typed)].join(" ").trim(),
          await page.press(label, typed, file),
        ),
      follow: async (link) => tell(link, await page.follow(link)),
    };
  }

  return {
    /** A browser whose pages and presses stand in the list. */
    told: ({ open, ...others }: ReturnType<typeof browser>) => ({
      ...others,
      open: async (path: string) => tell("", await open(path)),
    }),
    note: (fact: unknown) => lines.push(`\n${JSON.stringify(fact)}`),
    /** Compares the list with `NAME.said.txt`. */
    expectSaid: (name: string) =>
      expect(lines.join("\n")).toMatchFileSnapshot(`${name}.said.txt`),
  };
}

/** The page below its header, without the times that are open. */
function linesOf({ html }: OpenPage): string[] {
  const body = html.replace(/^.*?<main/s, "<div").replace("</body></html>", "");
  return listOf({ "": body })
    .split(/\n(?! *small)/)
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => !/^$|^label input type=radio startsAt/.test(line));
}

const without = (lines: readonly string[], others: readonly string[]) =>
  lines.filter((line) => !others.includes(line));
