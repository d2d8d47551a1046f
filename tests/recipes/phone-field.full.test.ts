/** The recipe "a field" of docs/recipes.md on a copy of the project: a lead with a phone number is sent and exported. */
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import { copyProject } from "../fakes/project.ts";
import { LEAD } from "../fakes/leads.ts";
import { temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { sendRequest, temporaryFolder } from "../fakes/server.ts";
import { postForm } from "../wire/form-request.ts";
import { get, post } from "../wire/wire-request.ts";

const PHONE = "(201) 555-0142";
const MIGRATIONS = {
  sqlite: "ALTER TABLE lead_submissions ADD COLUMN phone TEXT NOT NULL DEFAULT '';\n",
  postgres: `ALTER TABLE public.lead_submissions
  ADD COLUMN phone text COLLATE "C" NOT NULL DEFAULT '';\n`,
};

const SECRET_KEY = "recipe-secret-key-of-a-test";

function run(folder: string, command: string, args: string[], env = {}): SpawnSyncReturns<string> {
  const PATH = join(folder, "node_modules", ".bin") + delimiter + dirname(process.execPath);
  return spawnSync(command, args, { cwd: folder, encoding: "utf8", env: { PATH, ...env } });
}

/** The recipe "A field of the form" without its last step, the text. */
function addPhone(project: string): void {
  insert(
    join(project, "contract/lead.ts"),
    "  selected_service: {",
    '  phone: { input: "phone", kind: "tel", required: false, maxLength: 40, autocomplete: "tel" },\n',
  );
  for (const [store, migration] of Object.entries(MIGRATIONS)) {
    const folder = join(project, "server/storage", store, "own-migrations");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "001-phone.sql"), migration);
  }
}

function insert(file: string, before: string, added: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  writeFileSync(file, text.replace(before, added + before));
}

test("an optional field needs its definition, its text and its migration, and is then everywhere", async () => {
  const project = temporaryFolder();
  copyProject(project);
  addPhone(project);
  // The build names the missing part, and stops.
  const forgotten = run(project, process.execPath, ["scripts/build.ts"]);
  expect(forgotten.status).toBe(1);
  expect(forgotten.stdout + forgotten.stderr).toMatch(
    /content\/book-call\.yaml:\d+:\d+: fields\.phone is missing/,
  );

  insert(
    join(project, "content/book-call.yaml"),
    "  selected_service:",
    "  phone: { label: Phone, subject: Your phone number, missing: Enter your phone number. }\n",
  );
  const built = run(project, process.execPath, ["scripts/build.ts"]);
  // No warning of a bundler, which nobody would read.
  expect(built.stdout + built.stderr).toMatch(/^Built \d+ pages [^\n]+\n$/);

  await sendReadSearchMailAndExport(project, join(project, "data"), {});
  if (inject("postgresUrl") === undefined) return;
  await sendReadSearchMailAndExport(project, join(project, "data-beside-postgres"), {
    DATABASE_URL: await temporaryDatabase(),
  });
}, 300_000);

async function sendReadSearchMailAndExport(
  project: string,
  data: string,
  database: Record<string, string>,
): Promise<void> {
  const env = { DATA_DIR: data, LEADS_SECRET_KEY: SECRET_KEY, ...database };
  const { port } = await startProcess(env, { main: join(project, "server/main.ts") });
  const form = await sendRequest(port, { path: "/book-call" });
  expect(/<input id="phone" type="tel"/.test(form.body)).toBe(true);

  const { publicKey } = JSON.parse(readFileSync(join(data, "keys.json"), "utf8"));
  const withKey = (apikey: string) => ({ apikey, authorization: `Bearer ${apikey}` });
  const sent = await sendRequest(port, post({ ...LEAD, phone: ` ${PHONE} ` }, withKey(publicKey)));
  expect(sent.status).toBe(201);
  const ben = postForm({ name: "Ben Ito", email: "ben@itoelectric.example" });
  const withoutScript = await sendRequest(port, {
    ...ben,
    body: `${String(ben.body)}&phone=%2B1+201+555+0188`,
  });
  expect(withoutScript.status).toBe(200);
  const read = await sendRequest(port, get("?select=name,phone&phone=like.*0142", withKey(SECRET_KEY)));
  expect(JSON.parse(read.body)).toEqual([{ name: LEAD.name, phone: PHONE }]);

  const leads = (...args: string[]) => {
    const { stdout, stderr } = run(project, process.execPath, ["cli/main.ts", ...args], env);
    return stdout + stderr;
  };
  const listed = JSON.parse(leads("list", "--show", "all", "--search", "555 0188", "--json"));
  expect(listed.leads).toMatchObject([{ name: "Ben Ito" }]);
  expect(leads("show", listed.leads[0].id)).toMatch(/Phone +\+1 201 555 0188/);
  expect(leads("export", "--format", "csv")).toMatch(/^\uFEFF"Id",.*"Phone",[^]*"\(201\) 555-0142"/);
  await expect
    .poll(() => globSync("mail/*.notification.html", { cwd: data }).length, { timeout: 20_000 })
    .toBe(2);
  const mails = globSync("mail/*.notification.html", { cwd: data }).map((file) =>
    readFileSync(join(data, file), "utf8"),
  );
  expect(mails.some((mail) => mail.includes(">Phone</dt>") && mail.includes(PHONE))).toBe(true);
}
