/** Who asks for a link gets one by mail, if the address is in the team. */

import { expect, vi } from "vitest";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import {
  startServer,
  type TestServer,
  serverTest as test,
} from "../../../tests/support/server.ts";
import { mailedLink, newestMail } from "../../../tests/support/sign-in-mail.ts";
import { formRequest } from "../../../tests/wire/inbox-request.ts";
import * as signIns from "../../leads/sign-ins.ts";
import { StoreUnavailable } from "../../store/unavailable.ts";

const ANA = "ana@agency.example";
const { labels, mistake } = content.mail.signIn;
const { ask: words, errors } = content.linkPages;

const ask = (server: TestServer, email: string, headers = {}) =>
  server.send(formRequest(INBOX.ask, { email }, headers));

test("everybody who asks for a link reads the typed address in the same answer, and only members get a mail, which says for whom and when", async () => {
  const server = await startServer({ at: Date.parse("2026-11-20T12:00:00Z") });
  const answers = [];
  for (const [email, shown] of [
    ["eve@evil.example", "eve@evil.example"],
    ["no&address", "no&amp;address"],
    [` ${ANA.toUpperCase()} `, ANA],
  ] as const) {
    const { status, body } = await ask(server, email, { "user-agent": "0199" });
    expect(body).toContain(`>${shown}<`);
    answers.push({ status, body: body.replace(shown, "") });
  }
  const [first, ...others] = answers;
  expect(first).toMatchObject({ status: 200 });
  expect(first?.body).toContain(words.sent.heading);
  for (const other of others) expect(other).toEqual(first);
  const plain = { "content-type": "text/plain" };
  expect((await ask(server, ANA, plain)).status).toBe(400);
  await mailedLink(server);
  const mail = newestMail(server);
  const text = mail.replaceAll(/<[^>]+>/g, "").replaceAll("&#39;", "'");
  expect(text).toContain(`To ${ANA}\nSubject: Open the inbox of Nightshift\n`);
  expect(text).toContain(
    `${labels.email}\n${ANA}\n${labels.at}\nFri, Nov 20, 7:00\u00a0AM EST\n\n${mistake}`,
  );
  expect(text).not.toContain("0199");
  // The link ignores the host that the request names.
  expect(mail).toContain('href="https://agency.example/inbox/sign-in?token=');
  expect(server.log()).not.toMatch(/agency\.example|evil\.example|token=/);
});

test("a request for a link is answered before the link is made or mailed", async () => {
  const held = Promise.withResolvers<never>();
  const hanging = await startServer();
  const adding = vi
    .spyOn(signIns, "addMemberLink")
    .mockReturnValue(held.promise);
  expect((await ask(hanging, ANA)).body).toContain(words.sent.heading);
  await expect.poll(() => adding.mock.calls).toHaveLength(1);
  held.reject(new StoreUnavailable("the disk is full"));
  await expect.poll(hanging.log).toContain("the disk is full");
  adding.mockRestore();
});

test.each([2, 3])(
  "a sign-in mail that a server does not take at first comes again, unless it refuses %i times",
  async (refusals) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const greylisted = { kind: "retry", reason: "Come again." } as const;
    const answers = Array.from({ length: refusals }, () => greylisted);
    const deliver = vi.fn(() =>
      Promise.resolve(answers.pop() ?? ({ kind: "sent" } as const)),
    );
    const close = () => Promise.resolve();
    const server = await startServer({ transport: { deliver, close } });
    await ask(server, ANA);
    for (const [times, minutes] of [0, 1, 5].entries()) {
      await vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);
      await expect.poll(() => deliver.mock.calls.length).toBe(times + 1);
      await expect.poll(server.log).toContain("Come again.");
    }
    // A link that was not sent does not count against the mailbox.
    const links = () =>
      server.store.read(
        (query) => query`SELECT 1 FROM sign_ins WHERE email = ${ANA}`,
      );
    await expect.poll(links).toHaveLength(refusals === 2 ? 1 : 0);
  },
);

test("one address can ask for five links a minute, for any mailboxes", async () => {
  const server = await startServer({
    trustProxy: 1,
    rateLimit: { includeLoopback: true },
  });
  for (let times = 0; times < 5; times += 1) {
    server.clock.now += MINUTE_MS / 10;
    expect((await ask(server, ANA)).status).toBe(200);
  }
  const refused = await ask(server, "eve@evil.example");
  expect(refused).toMatchObject({
    status: 429,
    headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  });
  expect(refused.body).toContain(errors["too-many"].heading);
  expect(
    (await ask(server, ANA, { "x-forwarded-for": "203.0.113.7" })).status,
  ).toBe(200);
  // A mailbox gets at most three links.
  await mailedLink(server, 3);
});
