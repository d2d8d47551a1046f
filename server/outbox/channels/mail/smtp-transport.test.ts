import { expect, onTestFinished, test } from "vitest";
import { certificateFor } from "../../../../tests/fakes/certificate.ts";
import { trust } from "../../../../tests/fakes/trust.ts";
import { startMailServer, startOddServer } from "../../../../tests/fakes/mail-server.ts";
import { LEAD } from "../../../../tests/fakes/leads.ts";
import { mailSettings, outgoing } from "../../../../tests/fakes/outgoing.ts";
import { createMailChannel } from "../channels.ts";
import { createSmtpTransport, type SmtpLimits } from "./smtp-transport.ts";
import type { SmtpServer } from "../../../configuration/mail-server.ts";

const AMPLE: SmtpLimits = { connection: 5_000, greeting: 5_000, socket: 5_000, total: 10_000 };

function channelTo(server: SmtpServer, limits: Partial<SmtpLimits> = {}, notify = ["owner@agency.example"]) {
  const channel = createMailChannel(
    mailSettings({ notify }),
    createSmtpTransport(server, { ...AMPLE, ...limits }),
  );
  onTestFinished(() => channel.close());
  return channel;
}

const refusing = (responseCode: number, text = "5.1.1 <dana@ortizhvac.example> is unknown here") =>
  Object.assign(new Error(text), { responseCode });

test("a mail server that accepts the mail gets it over TLS from the first byte, signed in", async () => {
  const certificate = certificateFor("localhost");
  trust(certificate);
  const server = await startMailServer("implicit", {
    ...certificate,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => done(null, { user: `${username}/${password}` }),
  });
  const credentials = { user: "agency", password: "p@ss:w0rd" };
  const channel = channelTo({ ...server.settings, credentials });
  await expect(channel.send(outgoing())).resolves.toEqual({ kind: "sent" });
  expect(server.mails).toMatchObject([
    {
      secure: true,
      user: "agency/p@ss:w0rd",
      from: "desk@mail.agency.example",
      to: ["dana@ortizhvac.example"],
    },
  ]);
});

test("a mail server that accepts the mail gets it after STARTTLS", async () => {
  const certificate = certificateFor("localhost");
  trust(certificate);
  const server = await startMailServer("required", { ...certificate });
  await expect(channelTo(server.settings).send(outgoing())).resolves.toEqual({ kind: "sent" });
  expect(server.mails).toMatchObject([{ secure: true }]);
});

test("a mail server that accepts the mail gets many over few connections", async () => {
  const server = await startMailServer("none");
  const channel = channelTo(server.settings);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => channel.send(outgoing({ id: `delivery-${index}` }))),
  );
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["sent"]));
  expect(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size).toBe(20);
  expect(server.connections()).toBeLessThanOrEqual(3);
});

test("a mail server that accepts the mail gets the same Message-ID in every attempt, so it can drop duplicates", async () => {
  const server = await startMailServer("none");
  const channel = channelTo(server.settings);
  await channel.send(outgoing());
  await channel.send(outgoing());
  expect(server.mails.map(({ parsed }) => parsed.messageId)).toEqual([
    "<01932000-0000-7000-8000-00000000d001@mail.agency.example>",
    "<01932000-0000-7000-8000-00000000d001@mail.agency.example>",
  ]);
});

const TEAM = ["ana@agency.example", "ben@agency.example", "eve@agency.example"];
const tell = (refused: string[], responseCode = 550) =>
  startMailServer("none", {
    onRcptTo: ({ address }, _session, done) =>
      done(refused.includes(address) ? refusing(responseCode) : undefined),
  });

test("several recipients of a notification get one mail, with a Reply-To to the visitor", async () => {
  const server = await tell([]);
  const channel = channelTo(server.settings, {}, TEAM);
  await expect(channel.send(outgoing({ kind: "notification" }))).resolves.toEqual({ kind: "sent" });
  expect(server.mails).toMatchObject([
    { to: TEAM, parsed: { to: TEAM.map((address) => ({ address })), replyTo: [{ address: LEAD.email }] } },
  ]);
});

test.each([550, 450])(
  "several recipients of a notification get it although one is refused (%i): it is sent, and the refusal is recorded",
  async (code) => {
    const server = await tell(["ben@agency.example"], code);
    const channel = channelTo(server.settings, {}, TEAM);
    await expect(channel.send(outgoing({ kind: "notification" }))).resolves.toEqual({
      kind: "sent",
      reason: expect.stringMatching(new RegExp(`^Not to 1 of 3 addresses: The mail server .*\\(${code}\\b`)),
    });
    expect(server.mails.map(({ to }) => to)).toEqual([["ana@agency.example", "eve@agency.example"]]);
  },
);

test("several recipients of a notification get nothing while all of them are refused, so it is retried", async () => {
  const server = await tell(TEAM);
  const channel = channelTo(server.settings, {}, TEAM);
  await expect(channel.send(outgoing({ kind: "notification" }))).resolves.toMatchObject({
    kind: "refused",
  });
  expect(server.mails).toEqual([]);
});

test("several recipients of a notification are not named to the visitor, whose answer goes to the first", async () => {
  const server = await tell([]);
  await channelTo(server.settings, {}, TEAM).send(outgoing());
  const [mail] = server.mails;
  expect(mail?.parsed.replyTo).toEqual([{ name: "", address: TEAM[0] }]);
  for (const other of TEAM.slice(1)) expect(mail?.raw).not.toContain(other);
});

test.each(["implicit", "required"] as const)(
  "without a secure connection nothing is sent to a stranger's certificate (%s)",
  async (tls) => {
    const server = await startMailServer(tls, { ...certificateFor("localhost") });
    await expect(channelTo(server.settings).send(outgoing())).resolves.toEqual({
      kind: "retry",
      reason: expect.stringMatching(/^No secure connection to the mail server.* Check SMTP_URL\.$/),
    });
    expect(server.mails).toEqual([]);
  },
);

test("without a secure connection nothing is sent to a certificate of another host", async () => {
  const certificate = certificateFor("mail.elsewhere.example");
  trust(certificate);
  const server = await startMailServer("required", { ...certificate });
  await expect(channelTo(server.settings).send(outgoing())).resolves.toMatchObject({
    kind: "retry",
    reason: expect.stringContaining("No secure connection"),
  });
  expect(server.mails).toEqual([]);
});

test("without a secure connection nothing is sent to a server without STARTTLS, or with its offer removed on the way", async () => {
  const server = await startMailServer("none");
  const result = await channelTo({ ...server.settings, tls: "required" }).send(outgoing());
  expect(result).toMatchObject({ kind: "retry", reason: expect.stringContaining("No secure connection") });
  expect(server.mails).toEqual([]);
});

test("a refusal of the sign-in is retried, and says that it is a setting", async () => {
  const server = await startMailServer("none", {
    authMethods: ["PLAIN"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refusing(535, "5.7.8 wrong, dana@ortizhvac.example")),
  });
  const channel = channelTo({ ...server.settings, credentials: { user: "agency", password: "wrong" } });
  await expect(channel.send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: expect.stringMatching(/^The mail server refused the sign-in \(535.*\)\. Check SMTP_URL\.$/),
  });
});

test("a refusal of mail without a sign-in is retried, and says that it is a setting", async () => {
  const server = await startMailServer("none", { authOptional: false, allowInsecureAuth: true });
  await expect(channelTo(server.settings).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: expect.stringMatching(/^The mail server refused the sign-in \(530.*\)\. Check SMTP_URL\.$/),
  });
});

test.each([550, 553])("a refusal of the recipient permanently (%i) ends the delivery", async (code) => {
  const server = await startMailServer("none", {
    onRcptTo: (_address, _session, done) => done(refusing(code)),
  });
  const result = await channelTo(server.settings).send(outgoing());
  expect(result).toEqual({
    kind: "refused",
    reason: expect.stringMatching(`^The mail server refused the recipient \\(${code}[ .\\d]*\\)\\.$`),
  });
});

test.each([450, 451, 452, 421])("a refusal of the recipient temporarily (%i) is retried", async (code) => {
  const server = await startMailServer("none", {
    onRcptTo: (_address, _session, done) => done(refusing(code, "4.2.0 later, dana@ortizhvac.example")),
  });
  const result = await channelTo(server.settings).send(outgoing());
  expect(result).toEqual({ kind: "retry", reason: expect.stringContaining(String(code)) });
  expect(JSON.stringify(result)).not.toContain("dana");
});

test("a refusal of the sender is retried, and says that it is a setting", async () => {
  const server = await startMailServer("none", {
    onMailFrom: (_address, _session, done) => done(refusing(550, "5.7.1 not you")),
  });
  await expect(channelTo(server.settings).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: expect.stringMatching(/^The mail server refused the sender \(550.*\)\. Check MAIL_FROM\.$/),
  });
});

test.each([
  [554, "refused"],
  [451, "retry"],
  [503, "retry"],
])("a refusal of the text of the mail with %i is %s", async (code, kind) => {
  const server = await startMailServer("none", {
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on("end", () => done(refusing(code, "spam from Dana Ortiz")));
    },
  });
  const result = await channelTo(server.settings).send(outgoing());
  expect(result).toMatchObject({ kind, reason: expect.stringContaining(String(code)) });
  expect(JSON.stringify(result)).not.toContain("Dana");
});

test("a failed connection is retried when it drops in the middle of the mail", async () => {
  const server = await startMailServer("none", {
    onData: (stream) => {
      stream.on("error", () => undefined);
      stream.once("data", () => server.cut());
    },
  });
  const channel = channelTo(server.settings);
  const problems = "Missed calls. ".repeat(700);
  const lead = { ...outgoing().lead, problems };
  await expect(channel.send(outgoing({ kind: "notification", lead }))).resolves.toEqual({
    kind: "retry",
    reason: expect.stringContaining("connection to the mail server failed"),
  });
  expect(server.connections()).toBe(1);
});

test("a failed connection is retried when nothing listens", async () => {
  const server = { host: "localhost", port: 1, tls: "none" as const, credentials: undefined };
  await expect(channelTo(server).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: "The connection to the mail server failed (ECONNREFUSED).",
  });
});

test("a failed connection is retried when the server hangs up at once, and only by the outbox", async () => {
  let calls = 0;
  const server = await startOddServer((socket) => {
    calls++;
    socket.destroy();
  });
  await expect(channelTo(server).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: expect.stringContaining("connection to the mail server failed"),
  });
  expect(calls).toBe(1);
});

test("a failed connection is retried when the server ends an idle session", async () => {
  let calls = 0;
  const server = await startOddServer((socket) => {
    calls++;
    socket.write("220 hello\r\n");
    socket.once("data", () => socket.write("250 yes\r\n", () => socket.end()));
  });
  await expect(channelTo(server).send(outgoing())).resolves.toMatchObject({ kind: "retry" });
  expect(calls).toBe(1);
});

test("a failed connection is retried when the name is unknown", async () => {
  const server = { host: "mail.invalid", port: 25, tls: "none" as const, credentials: undefined };
  await expect(channelTo(server).send(outgoing())).resolves.toMatchObject({ kind: "retry" });
});

test("a failed connection is retried when the server does not greet", async () => {
  const server = await startOddServer(() => undefined);
  await expect(channelTo(server, { greeting: 50 }).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: "The mail server did not answer in time.",
  });
});

test("a failed connection is retried when the server falls silent", async () => {
  const server = await startMailServer("none", { onRcptTo: () => undefined });
  await expect(channelTo(server.settings, { socket: 50 }).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: "The mail server did not answer in time.",
  });
});

test("a failed connection is retried when the server never stops sending", async () => {
  const server = await startOddServer((socket) => {
    socket.write("220 hello\r\n");
    const talking = setInterval(() => socket.write("250-more\r\n"), 5);
    socket.on("close", () => clearInterval(talking));
  });
  await expect(channelTo(server, { total: 100 }).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: "The mail server took too long.",
  });
});

test("a failed connection is retried when the channel is closed", async () => {
  const server = await startMailServer("none", { onRcptTo: () => undefined });
  const channel = channelTo(server.settings);
  const sending = channel.send(outgoing());
  await channel.close();
  const result = { kind: "retry", reason: "The attempt was cut off by a shutdown." };
  await expect(sending).resolves.toEqual(result);
  await expect(channel.send(outgoing())).resolves.toEqual(result);
});
