/** The commands about leads, on a real store, at a time that stands still. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { inbox } from "../../site/content/inbox.ts";
import type { Terminal } from "../context.ts";
import { readCsv } from "../../tests/fakes/csv.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { openTestAdmin } from "../../tests/fakes/command.ts";
import { LEAD, leadRow } from "../../tests/fakes/leads.ts";

const HOUR_MS = 60 * 60 * 1000;
const NOON = Date.parse("2026-11-20T12:00:00.000Z");
const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

/** Leads and a clock that the test moves. */
async function admin(options: { width?: number; confirm?: Terminal["confirm"] } = {}) {
  const clock = { time: NOON };
  const opened = await openTestAdmin({ now: () => clock.time, ...options });
  return { ...opened, clock };
}

describe("funnel", () => {
  test("has a line for each source and one for all, or says that there is nothing", async () => {
    const { run, addLead } = await admin();
    expect((await run("funnel")).notes).toEqual([inbox.funnel.empty]);
    await addLead();
    const { out } = await run("funnel", "--days", "7");
    expect(out.map((line) => line.split(/ {2,}/))).toMatchObject([
      ["SOURCE", "VISITS", "BEGUN", "SENT", "FAILED", "SCHEDULER", "DEMO", "LEADS", "BOOKED", "WON"],
      ["other", "0", "0", "0", "0", "0", "0", "1", "0", "0"],
      [inbox.funnel.all, "0", "0", "0", "0", "0", "0", "1", "0", "0"],
    ]);
    expect(JSON.parse((await run("funnel", "--json")).out.join(""))).toMatchObject({
      days: 30,
      sources: [{ source: "other", leads: 1 }],
    });
  });
});

describe("list", () => {
  test("has the leads by time left, and says how much that is", async () => {
    const { run, addLead, clock } = await admin();
    const late = await addLead({ name: "Ben Late" });
    clock.time += 26 * HOUR_MS;
    const fresh = await addLead();
    clock.time += 30_000;
    expect(await run("list")).toEqual({
      out: [
        "TIME LEFT     WHO                                       FROM            ID",
        `-2 h          Ben Late, Ortiz HVAC                                      ${late.slice(-8)}`,
        `23 h 59 min   Dana Ortiz, Ortiz HVAC                                    ${fresh.slice(-8)}`,
      ],
      notes: ["2 leads"],
    });
  });

  test("has the answered ones last, and only where they are asked for", async () => {
    const { run, addLead } = await admin();
    const answered = await addLead({ name: "Ben" });
    const open = await addLead();
    await run("answer", answered);
    const ids = async (...args: string[]) =>
      (await run("list", ...args)).out.slice(1).map((line) => line.slice(-8));
    const [short, done] = [open.slice(-8), answered.slice(-8)];
    expect(await ids()).toEqual([short]);
    expect(await ids("--show", "answered")).toEqual([done]);
    expect(await ids("--show", "all")).toEqual([short, done]);
    expect(await ids("--show", "all", "--search", "BEN")).toEqual([done]);
  });

  test("goes page by page", async () => {
    const { run, addLead } = await admin();
    for (const name of ["A", "B", "C"]) await addLead({ name });
    const second = await run("list", "--size", "2", "--page", "2");
    expect(second.out).toHaveLength(2);
    expect(second.out[1]).toContain("C, Ortiz HVAC");
    expect(second.notes).toEqual(["3 leads, page 2 of 2"]);
    expect((await run("list", "--page", "9")).notes).toEqual(["Page 9 is past the last one."]);
  });

  test.each([
    [[], "Nothing is waiting for an answer."],
    [["--show", "answered"], "Nothing was answered yet."],
    [["--show", "all"], "No lead has come in yet."],
    [["--search", "x"], "No lead matches this search."],
  ])("with %j and nothing to list says so", async (args, sentence) => {
    const { run } = await admin();
    expect(await run("list", ...args)).toEqual({ out: [], notes: [sentence] });
  });

  test("fits the terminal, whatever a visitor wrote, and nothing of it reaches the terminal as a command", async () => {
    const { run, addLead } = await admin();
    await addLead({ name: "日本語の長い名前日本語の長い名前日本語", company_name: "会社" });
    await addLead({ name: "\u202Eevil\u2066", company_name: "👩‍🔧".repeat(40) });
    for (const line of (await run("list")).out) {
      expect(stringWidth(line)).toBeLessThanOrEqual(80);
      expect(line).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }
  });

  test("as JSON says all that is known", async () => {
    const { run, addLead } = await admin();
    const id = await addLead();
    const { out, notes } = await run("list", "--json");
    expect(JSON.parse(out.join("\n"))).toMatchObject({
      leads: [{ id, name: LEAD.name }],
      total: 1,
      pages: 1,
    });
    expect(notes).toEqual([]);
  });
});

describe("show", () => {
  test("says everything about a lead", async () => {
    const { run, addLead, admin: at, clock } = await admin();
    const id = await addLead({ additional_info: "Four vans" });
    await at.note({ id, text: "Called back.\nWants a quote" });
    clock.time += 2 * HOUR_MS;
    const { out } = await run("show", id);
    expect(out.slice(0, 16)).toEqual([
      "Dana Ortiz",
      "  Email         dana@ortizhvac.example",
      "  Business      Ortiz HVAC",
      "  Interested in AI-powered Customer Chatbot",
      "  Came in       Nov 20, 7:00 AM EST",
      "  Answer due    Nov 21, 7:00 AM EST (22 h)",
      `  Id            ${id}`,
      "",
      "Business problems",
      "  Missed calls after 5pm",
      "  Slow quotes",
      "",
      "Additional information",
      "  Four vans",
      "",
      "Notes",
    ]);
    expect(out).toContain("  Wants a quote");
    expect(out).toContain("  Confirmation to the visitor: waiting, Nov 20, 7:00 AM EST");
    for (const line of out) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  });

  test("says where a lead came from and which note it agreed to, and so does the sheet", async () => {
    const { run, store } = await admin();
    const lead = leadRow(1);
    const consent = { version: "1a2b3c4d", text: "You \u202Eagree." };
    const visit = {
      from: "facebook",
      page: "/",
      campaign: { utm_source: "facebook", utm_term: "\u001b[2J" },
      consent,
    };
    await store.insert({ rows: [lead], visit });
    const { out } = await run("show", lead.id);
    expect(out).toContain("  Came from     facebook · / · utm_source=facebook · utm_term=");
    expect(out).toContain("Consent note, version 1a2b3c4d");
    expect(out).toContain("  You agree.");
    const file = join(temporaryFolder(), "leads.csv");
    await run("export", "--format", "csv", "--out", file);
    expect(readCsv(readFileSync(file, "utf8"))).toMatchObject([
      { "Came from": expect.stringContaining("facebook · /"), Consent: consent.text },
    ]);
  });

  test("has the value of a service that is no longer offered", async () => {
    const { run, store } = await admin();
    const lead = leadRow(1, { selected_service: "fax-answering" });
    await store.insert({ rows: [lead] });
    expect((await run("show", lead.id)).out).toContain("  Interested in fax-answering");
  });

  test("as JSON is the whole lead", async () => {
    const { run, addLead } = await admin();
    const id = await addLead();
    expect(JSON.parse((await run("show", id, "--json")).out.join("\n"))).toMatchObject({
      lead: { ...LEAD, id },
      notes: [],
    });
  });

  test("fails for a lead that is not there", async () => {
    const { run } = await admin();
    await expect(run("show", NOBODY)).rejects.toThrow("There is no lead with this id.");
  });
});

describe("answer", () => {
  test("stops the clock, and starts it again with --undo", async () => {
    const { run, addLead, admin: at } = await admin();
    const id = await addLead({ name: "Dana \u202EOrtiz" });
    expect((await run("answer", id)).out).toEqual(["Dana Ortiz is answered."]);
    expect(await at.lead({ id })).toMatchObject({ value: { answeredAt: new Date(NOON).toISOString() } });
    expect((await run("answer", id, "--undo")).out).toEqual(["Dana Ortiz waits for an answer again."]);
    expect(await at.lead({ id })).toMatchObject({ value: { answeredAt: undefined } });
  });

  test("fails for a lead that is not there", async () => {
    const { run } = await admin();
    await expect(run("answer", NOBODY)).rejects.toThrow("There is no lead with this id.");
  });
});

describe("outcome", () => {
  test("says what became of a lead, by the end of its id, and the list says it too", async () => {
    const { run, addLead } = await admin();
    const id = await addLead();
    expect((await run("outcome", id.slice(-8), "won")).out).toEqual(["Dana Ortiz: Won."]);
    expect((await run("show", id.slice(-6).toUpperCase())).out).toContain("  Outcome       Won");
    expect((await run("list", "--show", "won")).out[1]).toMatch(/^won {11}Dana Ortiz/);
    expect((await run("list", "--show", "lost")).notes).toEqual(["Nothing was lost yet."]);
    await run("answer", id, "--undo");
    expect((await run("list")).out[1]).toContain(id.slice(-8));
  });

  test("fails for the end of no id, or of several", async () => {
    const { run, store } = await admin();
    const ending = "00000000abcdef";
    for (const [number, start] of ["01932000", "01932001"].entries()) {
      const id = `${start}-0000-7000-8000-0000${ending.slice(-8)}`;
      await store.insert({ rows: [leadRow(number, { id })] });
    }
    await expect(run("outcome", "00abcdef", "won")).rejects.toThrow("Several leads");
    await expect(run("outcome", "123456", "won")).rejects.toThrow("There is no lead with this id.");
  });
});

describe("delete", () => {
  test("asks, and deletes what was named and nothing else", async () => {
    const answers = [false, true];
    const asked: string[] = [];
    const confirm = (question: string) => {
      asked.push(question);
      return Promise.resolve(answers.shift() ?? false);
    };
    const { run, addLead, admin: at } = await admin({ confirm });
    const [one, two, three] = [
      await addLead(),
      await addLead({ name: "Ben" }),
      await addLead({ name: "Cleo" }),
    ];
    await expect(run("delete", one, two)).rejects.toThrow("Nothing was deleted.");
    expect(await at.lead({ id: one })).toMatchObject({ kind: "ok" });
    expect((await run("delete", one, two)).out).toEqual([
      "2026-11-20T12:00:00.000Z: deleted 2 leads, 0 notes, 10 deliveries, 0 mails in files.",
    ]);
    expect(asked).toEqual(["Delete these 2 leads for good?", "Delete these 2 leads for good?"]);
    expect((await run("list")).out[1]).toContain(three.slice(-8));
    await expect(run("delete", one, "--yes")).rejects.toThrow("There was no such lead");
  });
});

describe("a person who asks", () => {
  test("is shown all that is kept, and erased with a receipt that shows nothing of them", async () => {
    const { run, addLead, admin: at } = await admin();
    const [first, second] = [await addLead(), await addLead({ problems: "Again" })];
    const other = await addLead({ email: "ben@sample.co" });
    await at.note({ id: first, text: "Called." });
    const out = join(temporaryFolder(), "dana.json");
    await run("export", "--email", LEAD.email.toUpperCase(), "--out", out);
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({
      leads: [{ lead: { id: first }, notes: [{ text: "Called." }] }, { lead: { id: second } }],
    });
    const receipt = (await run("erase", "--email", LEAD.email, "--yes", "--json")).out.join("\n");
    expect(JSON.parse(receipt)).toEqual({
      at: "2026-11-20T12:00:00.000Z",
      leads: 2,
      notes: 1,
      deliveries: 10,
      mailFiles: 0,
    });
    expect(receipt).not.toMatch(/dana|ortiz/i);
    expect((await run("list", "--show", "all")).out[1]).toContain(other.slice(-8));
    await expect(run("export", "--email", LEAD.email)).rejects.toThrow("No lead came from this address.");
    await expect(run("erase", "--email", LEAD.email, "--yes")).rejects.toThrow("There was no such lead");
  });
});

describe("help", () => {
  test("has an example for every command, and fits the terminal", async () => {
    const { run } = await admin();
    const all = (await run("--help")).out.join("");
    const names = Array.from(all.matchAll(/^ {2}([a-z]+) .*$/gm), ([, name = ""]) => name);
    expect(names.toSorted()).toEqual([
      "answer",
      "backup",
      "delete",
      "deliveries",
      "erase",
      "export",
      "funnel",
      "help",
      "import",
      "inbox",
      "list",
      "outcome",
      "resend",
      "restore",
      "retry",
      "revive",
      "sessions",
      "show",
      "test",
      "watch",
    ]);
    for (const name of names.filter((command) => command !== "help")) {
      const help = (await run(name, "--help")).out.join("");
      expect(help).toContain(`run leads -- ${name}`);
      for (const line of `${all}\n${help}`.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });
});

describe("what makes no sense", () => {
  test.each([
    [["list", "--page", "0"], "It must be a whole number from 1"],
    [
      ["list", "--show", "none"],
      "Allowed choices are open, answered, booked, won, lost, spam, suspected, all",
    ],
    [["list", "extra"], "too many arguments"],
    [["show"], "missing required argument"],
    [["delete"], "missing required argument"],
    [["outcome", NOBODY, "suspected"], "Allowed choices are booked, won, lost, spam"],
    [["erase", "--yes"], "required option '--email <address>' not specified"],
    [["show", "7"], "Ids have 36 characters"],
    [["answer", `${NOBODY}; rm`], "Ids have 36 characters"],
    [["deliveries", "--dead", "--due"], "cannot be used with option"],
    [["resend"], "give the id of a delivery, or --written"],
    [["revive"], "give the id of a delivery, or --all-dead"],
    [["revive", NOBODY, "--all-dead"], "give the id of a delivery, or --all-dead"],
    [["export", "--bom"], "--bom goes with --format csv"],
    [["export", "--server", "http://a.example"], "--server goes with --format csv"],
    [["--server", "http://a.example", "import"], "not to a --server"],
    [["list", "--server", "a.example"], "It must be an address"],
    [["inbox", "--hours", "1000"], "It must be a whole number from 1 to 720"],
    [["test", "--to", "a, b@c.example"], "It must be one address"],
    [["nonsense"], "unknown command"],
  ])("%j is refused as misuse, in a sentence", async (args, sentence) => {
    const { run } = await admin();
    const refused = await run(...args).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "CommanderError", exitCode: 1 });
    expect(String(refused)).toContain(sentence);
  });
});
