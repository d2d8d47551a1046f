import { expect, test } from "vitest";
import { INBOX } from "../../contract/http/routes.ts";
import { LEAD } from "../support/leads.ts";
import { addCaller } from "../../server/inbox/edit/enter-lead.ts";
import { detailIn } from "../store/contract/scenario.ts";
import { content } from "../content.ts";
import { readPage } from "../support/html-page.ts";
import { fromCookieValue } from "../../server/inbox/cookies.ts";
import { startServer } from "../support/server.ts";
import {
  cookieOf,
  member,
  newLead,
  UNKNOWN,
  operator,
  formRequest,
  viewOf,
} from "./inbox-request.ts";

test("a lead's page shows the whole lead, and a mark that the page does not offer is refused", async () => {
  const { server, view, post } = await operator();
  const id = await newLead(server);
  const path = INBOX.lead(id);
  const shown = {
    view: "lead",
    detail: { lead: { ...LEAD, id }, notes: [], test: false },
  };
  expect(await view(path)).toMatchObject(shown);
  const mark = (name: string) =>
    post(INBOX.mark, { lead: id, mark: name, back: `${path}#answer` });
  expect(await mark("answered")).toMatchObject({
    status: 303,
    headers: { location: `${path}#answer` },
  });
  expect(await view(path)).toHaveProperty(
    "detail.answeredAt",
    expect.stringMatching(/^\d{4}-.*Z$/),
  );
  for (const name of ["suspected", "x", ""])
    expect((await mark(name)).status).toBe(400);
});

test("a note keeps its text, and an empty note, a long note or another content type is refused", async () => {
  const { server, session, view, post } = await operator();
  const id = await newLead(server);
  for (const [text, control] of [
    ["Called.\r\n<b>Wants</b> a quote", "note-saved"],
    [" \r\n ", "notes"],
    ["Half an emoji: \uFFFD\u0007", "note-saved"],
    ["🦉".repeat(16_000), "note-saved"],
  ] as const)
    expect((await post(INBOX.note(id), { text })).headers["location"]).toBe(
      `${INBOX.lead(id)}#${control}`,
    );
  const otherForm = { ...session, "content-type": "text/plain" };
  const answer = await server.send(
    formRequest(INBOX.note(id), { text: "a" }, otherForm),
  );
  expect(answer.status).toBe(400);
  expect(viewOf(answer)).toEqual({ view: "error", reason: "unreadable" });
  for (const [letters, tooLong] of [
    [17_000, expect.stringMatching(/^🦉+$/u)],
    [30_000, undefined],
  ]) {
    const long = await post(INBOX.note(id), { text: "🦉".repeat(letters) });
    expect([long.status, viewOf(long)]).toEqual([
      413,
      { view: "error", reason: "too-large", tooLong },
    ]);
  }
  const unsigned = formRequest(
    INBOX.askByLink,
    { email: "é".repeat(30_000) },
    {},
  );
  expect(await server.send(unsigned), "180 KB from a stranger").toMatchObject({
    status: 413,
  });
  expect(await view(INBOX.lead(id))).toMatchObject({
    detail: {
      notes: [
        { text: "Called.\n<b>Wants</b> a quote" },
        { text: "Half an emoji: \uFFFD" },
        {},
      ],
    },
  });
});

test("only its author can correct a note, even from an older page", async () => {
  const server = await startServer({
    outbox: { notifyEmail: ["ana@agency.example", "ben@agency.example"] },
  });
  const [ana, ben] = [
    await member(server, "ana@agency.example"),
    await member(server, "ben@agency.example"),
  ];
  const id = await newLead(server);
  await ana.post(INBOX.note(id), { text: "Wants a quote" });
  const notes = async () => {
    const view = await ben.view(INBOX.lead(id));
    return view.view === "lead" ? view.detail.notes : [];
  };
  const [note] = await notes();
  const correct = async (
    text: string,
    { post } = ana,
    noteId = note?.id ?? "",
  ) => (await post(INBOX.correctNote(id, noteId), { text, seen: "1" })).status;
  expect([
    await correct("Eve", ben),
    await correct("Eve", ana, UNKNOWN),
  ]).toEqual([404, 404]);
  expect(await correct("  ")).toBe(303);
  expect(await notes()).toEqual([note]);
  expect(await correct("<b>Wants</b>\r\nan audit")).toBe(303);
  expect(await notes()).toEqual([{ ...note, text: "<b>Wants</b>\nan audit" }]);
});

test.each([UNKNOWN, "1", "%2e%2e", "x".repeat(90), `${UNKNOWN}'`])(
  "%s is not a lead",
  async (id) => {
    const { get, post } = await operator();
    for (const answer of [
      await get(INBOX.lead(id)),
      await post(INBOX.note(id), { text: "Hello?" }),
    ]) {
      expect(answer.status).toBe(404);
      expect(viewOf(answer)).toEqual({ view: "error", reason: "missing" });
    }
  },
);

const {
  company_name: companyName,
  selected_service: selectedService,
  problems,
} = LEAD;
const caller = {
  name: "Dana",
  email: "(201) 555-0142",
  problems,
  from: "nextdoor",
};
const typed = { ...caller, companyName, selectedService };

test("a caller is added with three fields and a source, and can be corrected later", async () => {
  const { view, post } = await operator();
  expect(await view(INBOX.add)).toMatchObject({ view: "edit", fields: {} });
  const refused = await post(INBOX.add, { ...caller, name: "" });
  expect(refused.status).toBe(400);
  const kept = {
    fields: { problems },
    problems: [{ column: "name" }],
    from: "nextdoor",
  };
  expect(viewOf(refused)).toMatchObject(kept);
  const added = await post(INBOX.add, caller);
  expect(added.status).toBe(303);
  const path = String(added.headers["location"]).replace("#book", "");
  const id = path.split("/").at(-1) ?? "";
  const lead = {
    name: "Dana",
    email: "2015550142@phone.invalid",
    company_name: "\u2013",
    problems,
  };
  expect(await view(path)).toMatchObject({
    detail: { lead, visit: { from: "nextdoor" } },
  });
  const again = await post(INBOX.add, { ...caller, problems: "Again" });
  expect(await view(String(again.headers["location"]))).toMatchObject({
    others: [{ lead: { id } }],
  });
  expect(await view(INBOX.edit(id))).toMatchObject({
    id,
    fields: { email: "2015550142" },
  });
  const edited = await post(`${INBOX.edit(id)}?at=0`, {
    ...typed,
    name: "Dana Ortiz",
  });
  expect(edited).toMatchObject({
    status: 303,
    headers: { location: `${path}?at=0#correct` },
  });
  expect(await view(path)).toMatchObject({
    detail: { lead: { name: "Dana Ortiz" } },
  });
  expect((await post(INBOX.edit(UNKNOWN), typed)).status).toBe(404);
});

test("deleting asks first, and then deletes the selected leads and no others", async () => {
  const { server, get, view, post } = await operator();
  const names = ["Ada", "Ben", "Cleo"];
  const [ada = "", ben = "", cleo = ""] = await Promise.all(
    names.map((name) => newLead(server, { name })),
  );
  const query = [ada, cleo, ada, UNKNOWN, "x"]
    .map((id) => `lead=${id}`)
    .join("&");
  const asked = {
    view: "delete",
    leads: [{ lead: { id: ada } }, { lead: { id: cleo } }],
  };
  expect(await view(`${INBOX.delete}?${query}`)).toMatchObject(asked);
  expect(await view(INBOX.path)).toMatchObject({ list: { total: 3 } });
  const toList = { status: 303, headers: { location: INBOX.path } };
  expect(await post(INBOX.delete, { lead: `${ada} ${cleo}` })).toMatchObject(
    toList,
  );
  expect(await view(INBOX.path)).toMatchObject({
    list: { leads: [{ lead: { id: ben } }], total: 1 },
  });
  expect((await get(INBOX.lead(ada))).status).toBe(404);
  expect(await get(INBOX.delete)).toMatchObject(toList);
});

test.each([
  [`${INBOX.path}?filter=lost&days=30`, `${INBOX.path}?filter=lost&days=30`],
  ["//evil.example/?filter=won", INBOX.path],
])(
  "a deletion that begins on the page %s returns to %s",
  async (given, back) => {
    const { server, get, view, post } = await operator();
    const lead = await newLead(server);
    const query = (fields: object) =>
      `${INBOX.delete}?${new URLSearchParams({ ...fields }).toString()}`;
    expect(await view(query({ lead, back: given }))).toMatchObject({ back });
    for (const answer of [
      await get(query({ back: given })),
      await post(INBOX.delete, { lead, back: given }),
    ])
      expect(answer.headers["location"]).toBe(back);
  },
);

test("all leads of a list are marked as spam or deleted, except leads that came after the page", async () => {
  const { server, view, post } = await operator();
  for (let count = 0; count < 30; count += 1)
    await newLead(server, { name: `Flood ${count}` });
  const kept = await newLead(server, { name: "Honest" });
  const query = "?filter=all&search=flood";
  const back = INBOX.path + query;
  const asked = await view(INBOX.all + query);
  expect(asked).toMatchObject({ view: "delete", total: 30, back });
  const ticksOf = (page: typeof asked) =>
    page.view === "delete"
      ? page.leads.map(({ lead, version }) => `${lead.id}.${version}`)
      : [];
  const late = await newLead(server, { name: "Flood, later" });
  const marked = await post(INBOX.mark, {
    lead: ticksOf(asked).join(" "),
    mark: "spam",
    back,
  });
  expect(marked).toMatchObject({ status: 303, headers: { location: back } });
  expect(await view(`${INBOX.path}?filter=spam`)).toMatchObject({
    list: { total: 30 },
  });
  const spam = ticksOf(await view(INBOX.all + query)).filter(
    (tick) => !tick.startsWith(late),
  );
  for (let press = 0; press < 2; press++) {
    const { cookie } = cookieOf(
      await post(INBOX.delete, { lead: spam.join(" "), back }),
    );
    expect(fromCookieValue(cookie.replace("deed=", ""))).toContain(
      '"count":30',
    );
  }
  const left = await view(`${INBOX.path}?filter=all`);
  const leads = [{ lead: { id: late } }, { lead: { id: kept } }];
  expect(left).toMatchObject({ list: { total: 2, leads } });
});

test.each([
  ["marked", INBOX.mark],
  ["deleted", INBOX.delete],
  ["taken back", INBOX.undo],
])(
  "selected leads are %s; a lead that others changed waits for a second press",
  async (_, path) => {
    const { server, view, post } = await operator();
    const [ada, ben] = [
      await newLead(server, { name: "Ada" }),
      await newLead(server, { name: "Ben" }),
    ];
    const back = `${INBOX.path}?filter=all&search=ben`;
    await post(INBOX.mark, { lead: `${ada} ${ben}`, mark: "lost", back });
    await post(INBOX.mark, { lead: ben, mark: "won", back });
    const total = async (filter: string) => {
      const page = await view(`${INBOX.path}?filter=${filter}`);
      return page.view === "list" ? page.list.total : undefined;
    };
    const refused = await post(path, {
      lead: `${ada}.1.1 ${ben}.1.1`,
      mark: "spam",
      back,
    });
    expect(refused.status).toBe(409);
    const page = viewOf(refused);
    const { spam, deleted, undone } = content.inbox.deeds;
    expect([spam.one, deleted.one, undone]).toContain(
      readPage(refused.body).said,
    );
    const stale = [{ leadId: ben, name: "Ben", changes: [{ kind: "won" }] }];
    expect(page).toMatchObject({ view: "stale", leads: stale, back });
    expect([await total("lost"), await total("won")]).toEqual([0, 1]);
    const again = await post(path, page.view === "stale" ? page.fields : {});
    expect(again).toMatchObject({ status: 303, headers: { location: back } });
    expect([await total("lost"), await total("won")]).toEqual([0, 0]);
  },
);

test("a repeated press counts only once, and a note can be saved from an older page", async () => {
  const server = await startServer();
  const { view, post } = await member(server, "ana@agency.example");
  const id = await newLead(server);
  for (const [seen, [path, fields]] of Object.entries([
    [INBOX.owner(id), { owner: "ana@agency.example" }],
    [INBOX.followUp(id), { followUpOn: "2028-02-29" }],
    [INBOX.note(id), { text: "No answer", seen: "0" }],
    [INBOX.closeTime, { day: "2099-12-24" }],
  ] as const))
    for (let press = 0; press < 2; press++)
      expect((await post(path, { seen, ...fields })).status).toBe(303);
  expect(await view(INBOX.lead(id))).toMatchObject({
    detail: { version: 3, notes: [{ text: "No answer" }] },
  });
  expect(await view(INBOX.calls)).toMatchObject({
    closed: [{ startsAt: "2099-12-24T05:00:00.000Z" }],
  });
  const win = () =>
    post(INBOX.mark, { lead: `${id}.3`, mark: "won", back: INBOX.path });
  for (const answer of [await win(), await win()])
    expect(
      fromCookieValue(cookieOf(answer).cookie.replace("deed=", "")),
    ).toContain(`["${id}.4.4"]`);
});

const OTHER = { ...LEAD, email: "somebody@else.example" };

test("the export of a person has all leads of the person, and of nobody else", async () => {
  const { server, get, post } = await operator();
  const first = await newLead(server, {
    problems: "<script>alert(1)</script>",
  });
  const second = await newLead(server, { problems: "Slow quotes" });
  const other = await newLead(server, OTHER);
  await post(INBOX.note(first), { text: "Called." });
  const answer = await get(INBOX.person(second));
  expect(answer.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="person.json"',
    "cache-control": "no-store",
  });
  const { leads } = JSON.parse(answer.body);
  expect(leads).toMatchObject([
    { lead: { id: first }, notes: [{ text: "Called." }] },
    { lead: { id: second, problems: "Slow quotes" } },
  ]);
  expect(answer.body).not.toContain(other);
  expect((await get(INBOX.person(UNKNOWN))).status).toBe(404);
});

test("an erasure first shows a person's leads, and then deletes these leads and no others", async () => {
  const server = await startServer();
  const { get, view, post } = await member(server, "ana@agency.example");
  const first = await newLead(server);
  const second = await newLead(server, { problems: "Slow quotes" });
  const other = await newLead(server, OTHER);
  const asked = {
    view: "erase",
    leads: [{ lead: { id: first } }, { lead: { id: second } }],
    numbers: [],
  };
  expect(await view(INBOX.erase(first))).toMatchObject(asked);
  const statuses = () =>
    Promise.all(
      [first, second, other].map(
        async (id) => (await get(INBOX.lead(id))).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  for (let half = 1; half <= 2; half++)
    expect(await post(INBOX.erase(first))).toMatchObject({
      status: 303,
      headers: { location: INBOX.path },
    });
  expect(await statuses()).toEqual([404, 404, 200]);
  expect(server.log()).toContain(
    `"leads":2,"by":"ana@agency.example","msg":"a person was erased in the inbox"`,
  );
});

test("leads with a number that may belong to several people are neither exported nor erased", async () => {
  const { server, get, view, post } = await operator();
  const add = async (email: string) => {
    const added = await addCaller(
      server.services.entry,
      { ...LEAD, email, problems: email },
      undefined,
    );
    return detailIn(added).lead.id;
  };
  const bare = await add("(201) 555-0142");
  for (const email of ["+44 201 555 0142", "+1 201 555 0142"]) await add(email);
  for (const path of [INBOX.erase(bare), INBOX.person(bare)])
    expect(await view(path)).toMatchObject({
      view: "erase",
      numbers: ["+12015550142", "+442015550142"],
    });
  expect((await post(INBOX.erase(bare))).status).toBe(409);
  expect((await get(INBOX.lead(bare))).status).toBe(200);
});
