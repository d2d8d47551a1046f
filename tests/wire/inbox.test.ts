import { expect, test } from "vitest";
import { DEFAULT_LIST } from "../../server/inbox/list/list-query.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { content } from "../content.ts";
import { leadRow } from "../support/leads.ts";
import { startServer } from "../support/server.ts";
import {
  browser,
  cookieOf,
  newLead,
  UNKNOWN,
  operator,
  signIn,
  tokenFor,
  viewOf,
} from "./inbox-request.ts";
import { insertLeads } from "../../server/leads/insert-leads.ts";

test("inbox pages have no script, are neither cached nor indexed, and take no other method", async () => {
  const { server, session, get } = await operator();
  const id = await newLead(server);
  const paths = [
    INBOX.path,
    INBOX.lead(id),
    INBOX.lead(UNKNOWN),
    `${INBOX.signIn}?token=x`,
  ];
  for (const path of paths) {
    const { headers } = await get(path);
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy.join()).not.toContain("script-src");
    expect(policy).toContain("form-action 'self'");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "same-origin",
      "content-type": "text/html; charset=utf-8",
    });
  }
  const head = await server.send({
    method: "HEAD",
    path: INBOX.path,
    headers: session,
  });
  expect(head).toMatchObject({ status: 200, body: "" });
  const put = await server.send({
    method: "PUT",
    path: INBOX.path,
    headers: session,
  });
  expect(put).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
  for (const [form, page] of [
    [INBOX.note(UNKNOWN), INBOX.lead(UNKNOWN)],
    [INBOX.mark, INBOX.path],
    [`${INBOX.all}?filter=won`, `${INBOX.path}?filter=won`],
  ] as const)
    expect(await get(form)).toMatchObject({
      status: 303,
      headers: { location: page },
    });
});

test("the log names routes of pages, and has no token, no search and no id", async () => {
  const { server, session, get } = await operator();
  const token = tokenFor("inbox");
  const paths = [
    `${INBOX.signIn}?token=${token}`,
    `${INBOX.path}?search=zebra`,
    INBOX.lead(UNKNOWN),
  ];
  for (const path of paths) await get(path);
  for (const secret of [token, session.cookie.slice(6), "zebra", UNKNOWN])
    expect(server.log()).not.toContain(secret);
  expect(server.log()).toContain('"route":"/inbox/leads/:id"');
});

test("the list shows 25 leads a page, the newest first or in the order that a cookie keeps", async () => {
  const { server, session, get, view } = await operator();
  for (let count = 0; count < 26; count += 1)
    await newLead(server, { name: `Lead ${count}` });
  const page = await view(INBOX.path);
  expect(page).toMatchObject({
    query: DEFAULT_LIST,
    filters: { open: 26, overdue: 0 },
    list: { total: 26 },
  });
  const names =
    page.view === "list" ? page.list.leads.map(({ lead }) => lead.name) : [];
  expect(names).toEqual(
    Array.from({ length: 25 }, (_, place) => `Lead ${25 - place}`),
  );
  const next = await view(`${INBOX.path}?page=2`);
  expect(next).toMatchObject({
    query: { page: 2 },
    list: { leads: [{ lead: { name: "Lead 0" } }] },
  });
  const kept = cookieOf(await get(`${INBOX.path}?order=left`));
  const again = browser(server, {
    cookie: `${session.cookie}; ${kept.cookie}`,
  });
  const first = {
    query: { order: "left" },
    list: { leads: { 0: { lead: { name: "Lead 0" } } } },
  };
  expect(await again.view(INBOX.path)).toMatchObject(first);
  const location = "/inbox?filter=all&search=lead&page=2";
  const past = await get(`${INBOX.path}?search=lead&page=9`);
  expect(past).toMatchObject({ status: 303, headers: { location } });
});

test("the download of 1,001 leads has each lead exactly once", async () => {
  const { server, get } = await operator();
  const rows = Array.from({ length: 1_001 }, (_, number) => leadRow(number));
  await insertLeads(server.store, { rows });
  const lines = (await get(`${INBOX.sheet}?filter=all`)).body
    .trimEnd()
    .split("\r\n")
    .slice(1);
  const ids = lines.map((line) => line.slice(1, 37));
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

test("a lead's page links to its list and neighbors, even after the lead has left the list", async () => {
  const { server, view, post } = await operator();
  const ids: string[] = [];
  for (let count = 0; count < 28; count += 1)
    ids.unshift(await newLead(server));
  const at = (place: number) => `${INBOX.lead(ids[place] ?? "")}?at=${place}`;
  const place = async (path: string) => {
    const page = await view(path);
    return page.view === "lead" && page.place;
  };
  expect(await place(at(0))).toEqual({
    query: "?at=0",
    list: INBOX.path,
    next: at(1),
  });
  const known = {
    list: `${INBOX.path}?page=2`,
    previous: at(24),
    next: at(26),
  };
  expect(await place(at(25))).toEqual({ query: "?at=25", ...known });
  expect(await place(at(27))).toMatchObject({ previous: at(26) });
  await post(INBOX.mark, { lead: ids[25] ?? "", mark: "answered" });
  const next = `${INBOX.lead(ids[26] ?? "")}?at=25`;
  expect(await place(at(25))).toEqual({ query: "?at=25", ...known, next });
  expect(await place(at(26))).toMatchObject({
    query: "?at=25",
    previous: at(24),
  });
  expect(await place(INBOX.lead(ids[0] ?? ""))).toEqual({
    query: "",
    list: INBOX.path,
  });
});

test.each([
  ["a page before the first", "page=0", { page: 1 }],
  ["an unknown filter", "page=-1&filter=nonsense", { page: 1, filter: "open" }],
  [
    "a very long search",
    `search=${"x".repeat(5000)}`,
    { search: "x".repeat(100) },
  ],
  ["control characters", "search=%00a%07%0Ab%FF", { search: "a b\uFFFD" }],
])("the list is shown in spite of %s", async (_what, text, query) => {
  const { view } = await operator();
  expect(await view(`${INBOX.path}?${text}`)).toMatchObject({
    view: "list",
    query,
  });
});

test("nobody is signed out while the store cannot be read", async () => {
  const { server, get } = await operator();
  const id = await newLead(server);
  await server.store.close();
  for (const path of [
    INBOX.path,
    INBOX.lead(id),
    `/inbox/link/show?token=${tokenFor("show", id)}`,
  ]) {
    const answer = await get(path);
    expect(answer).toMatchObject({
      status: 503,
      headers: { "retry-after": "5" },
    });
    expect(viewOf(answer)).toMatchObject({ reason: "unavailable" });
  }
});

test("the link of a storm's mail shows its leads alone by name, and marking all of them has an undo", async () => {
  const clock = { time: Date.parse("2026-11-20T12:00:00.000Z") };
  const server = await startServer({ now: () => clock.time });
  const { open, view } = browser(server, await signIn(server));
  await newLead(server, { name: "Honest Harriet" });
  clock.time += HOUR_MS;
  const after = new Date(clock.time).toISOString();
  for (let n = 0; n < 30; n++) await newLead(server, { name: `Joker ${n}` });
  const before = new Date(clock.time).toISOString();
  clock.time += 1;
  await newLead(server, { name: "Late Lou" });
  const path = `${INBOX.all}?${new URLSearchParams({ after, before })}`;
  const all = await open(path);
  expect(all.text).toContain("Joker 29");
  expect(all.text).not.toMatch(/Harriet|Lou/);
  clock.time += 1;
  const marked = await all.press("Spam");
  expect(await view(INBOX.path)).toMatchObject({ list: { total: 2 } });
  await marked.press(content.inbox.undo);
  expect(await view(INBOX.path)).toMatchObject({ list: { total: 32 } });
});
