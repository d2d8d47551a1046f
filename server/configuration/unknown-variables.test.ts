import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { unknownVariables, VARIABLES } from "./unknown-variables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
/** Set by the tests' own commands, and by machines that check changes. */
const OF_TESTS = ["TEST_POSTGRES_URL", "CI"];
const settable = VARIABLES.filter((name) => !OF_TESTS.includes(name));

describe("the variables", () => {
  test("each have a line in .env.example, and a row in the README or in the page on sites without a server", () => {
    const example = parseEnv(read(".env.example").replaceAll(/^#(?=[A-Z_]+=)/gm, ""));
    expect(Object.keys(example).toSorted()).toEqual(settable.toSorted());
    const documents = read("README.md") + read("docs/deploy/static.md");
    expect(settable.filter((name) => !documents.includes(`\`${name}\``))).toEqual([]);
  });

  test("that nothing reads are named when they look like ours, or stand in the settings file", () => {
    const file = join(temporaryFolder(), ".env");
    const source = { SMTP_ULR: "x", NOTIFY_EMAILS: "x", PATH: "x", PORT: "1", HOME: "x" };
    expect(unknownVariables(source, file)).toEqual(["SMTP_ULR", "NOTIFY_EMAILS"]);
    writeFileSync(file, "PROT=1\nPORT=2\n");
    expect(unknownVariables({}, file)).toEqual(["PROT"]);
  });
});
