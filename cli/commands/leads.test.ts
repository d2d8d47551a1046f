/** The commands that change leads, their help, and invalid arguments, with a stopped clock. */
import { addNote } from "../../server/inbox/admin-changes.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addressOf } from "../../contract/lead.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { openCommands } from "../../tests/support/command.ts";
import { LEAD } from "../../tests/support/leads.ts";

const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

test("a person's stored data is exported, and erased with a receipt that shows nothing of it", async () => {
  const { run, addLead, services } = await openCommands();
  const [first, second] = [await addLead(), await addLead({ problems: "Again" })];
  const other = await addLead({ email: "ben@sample.co" });
  await addNote(services.store, services.change({ id: first }), "Called.");
  const out = join(temporaryFolder(), "dana.json");
  await run("export", "--email", LEAD.email.toUpperCase(), "--out", out);
  const leads = [{ lead: { id: first }, notes: [{ text: "Called." }] }, { lead: { id: second } }];
  expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ leads });
  expect((await run("erase", "--email", LEAD.email, "--yes")).out).toEqual([
    expect.stringMatching(/^2026-\S+Z: deleted 2 leads, 1 note, 4 deliveries, 0 mail files\.$/),
  ]);
  expect((await run("list", "--show", "all")).out[0]).toContain(other);
  await expect(run("export", "--email", LEAD.email)).rejects.toThrow("No lead came from this address.");
  await expect(run("erase", "--email", "+12015550142")).rejects.toThrow("No lead came from this number.");
});

test("a caller without an email is shown and erased by the number", async () => {
  const { run, addLead } = await openCommands();
  const id = await addLead({ email: addressOf("+1 201 555 0142") });
  const shown = (await run("show", id)).out.join("\n");
  expect(shown).toMatch(/ \+12015550142$/m);
  expect(shown).not.toContain("phone.invalid");
  expect((await run("erase", "--email", "+1 (201) 555-0142", "--yes")).out[0]).toContain("deleted 1 lead");
});

test("a number without its country's code names one caller, or nobody is exported or erased", async () => {
  const { run, addLead } = await openCommands();
  for (const number of ["+1 201 555 0142", "+49 201 555 0142"]) await addLead({ email: addressOf(number) });
  for (const args of [["erase", "--yes"], ["export"]])
    await expect(run(...args, "--email", "201 555 0142")).rejects.toThrow(
      "Name one with its code: +12015550142, +492015550142.",
    );
});

test("help has an example for every command", async () => {
  const { run } = await openCommands();
  const all = (await run("--help")).out.join("");
  const names = Array.from(all.matchAll(/^ {2}(?!help)([a-z]+) .*$/gm), ([, name = ""]) => name);
  expect(names).toHaveLength(11);
  for (const name of names)
    expect((await run(name, "--help")).out.join("")).toContain(`run leads -- ${name}`);
});

const MISUSE: [args: string[], sentence: string][] = [
  [["list", "--show", "none"], "Allowed choices are open, overdue, answered,"],
  [["list", "extra"], "too many arguments"],
  [["show"], "missing required argument"],
  [["erase", "--yes"], "required option '--email <address>' not specified"],
  [["show", "7"], "Ids have 36 characters"],
  [["show", `${NOBODY}; rm`], "Ids have 36 characters"],
  [["resend"], "missing required argument"],
  [["resend", "all"], "Allowed choices are waiting, dead, written."],
  [["erase", "--email", "a, b@c.example"], "It must be one address"],
  [["nonsense"], "unknown command"],
];

test("an invalid argument is refused as misuse, with a sentence", async () => {
  const { run } = await openCommands();
  for (const [args, sentence] of MISUSE) {
    const refused = await run(...args).catch((error: unknown) => error);
    expect(refused, args.join(" ")).toMatchObject({ name: "CommanderError", exitCode: 1 });
    expect(String(refused)).toContain(sentence);
  }
});
