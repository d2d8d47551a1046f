import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseEnv } from "node:util";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { readEnv, unknownInEnv } from "./env.ts";
import { VARIABLES } from "./variables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
/** Variables of the test commands and of CI. */
const OF_TESTS = ["TEST_DIST", "TEST_POSTGRES_URL", "TEST_SEED", "CI"];
const settable = VARIABLES.filter((name) => !OF_TESTS.includes(name));

describe("the variables", () => {
  test("each have a line in .env.example, and a row in the page on configuration or in that on sites without a server", () => {
    const example = parseEnv(read(".env.example").replaceAll(/^#(?=[A-Z_]+=)/gm, ""));
    expect(Object.keys(example).toSorted()).toEqual(settable.toSorted());
    const documents = read("docs/configuration.md") + read("docs/deploy/static.md");
    expect(settable.filter((name) => !documents.includes(`\`${name}\``))).toEqual([]);
  });

  test("have their true default on the page on configuration", () => {
    const rows = read("docs/configuration.md").matchAll(/^\| (`[A-Z_`, ]+`) \| ([^|]+) \|/gm);
    const said = [...rows].flatMap(([, names = "", defaults = ""]) =>
      names.split(", ").map((name, index) => [name.slice(1, -1), defaults.split(", ")[index]] as const),
    );
    const { port, host, dataDir, outbox } = readEnv({});
    const { timeZone } = outbox;
    const data = `./${relative(root, dataDir)}`;
    const defaults = { PORT: port, HOST: host, DATA_DIR: data, TIME_ZONE: timeZone };
    for (const [name, value] of Object.entries(defaults)) expect(said).toContainEqual([name, `\`${value}\``]);
  });

  test("that nothing reads are reported when they look like ours or are in the settings file", () => {
    const file = join(temporaryFolder(), ".env");
    const source = { SMTP_ULR: "x", NOTIFY_EMAILS: "x", PATH: "x", PORT: "1", HOME: "x" };
    expect(unknownInEnv(source, file)).toEqual(["SMTP_ULR", "NOTIFY_EMAILS"]);
    writeFileSync(file, "PROT=1\nPORT=2\n");
    expect(unknownInEnv({}, file)).toEqual(["PROT"]);
    appendFileSync(file, "\nSMTP_UR");
    expect(unknownInEnv({}, file)).toEqual(["PROT", "SMTP_UR"]);
  });
});
