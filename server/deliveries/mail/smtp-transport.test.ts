import type { Socket } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test, vi } from "vitest";
import { certificateFor } from "../../../tests/support/certificate.ts";
import { trust } from "../../../tests/support/trust.ts";
import { startMailServer, startOddServer } from "../../../tests/support/mail-server.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { mailSettings, outgoing } from "../../../tests/support/outgoing.ts";
import { createMailChannel } from "../channels.ts";
import { toMessage } from "./compose.ts";
import { createSmtpTransport, type SmtpLimits } from "./smtp-transport.ts";
import { greetingOf, type SmtpServer } from "../../settings/values.ts";

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

test("a mail server that accepts the mail gets many over few connections, each attempt of one under its Message-ID", async () => {
  const server = await startMailServer("none");
  const channel = channelTo(server.settings);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => channel.send(outgoing({ id: `delivery-${index}` }))),
  );
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["sent"]));
  expect(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size).toBe(20);
  expect(server.connections()).toBeLessThanOrEqual(3);
  // A server can drop what comes again.
  await channel.send(outgoing({ id: "delivery-0" }));
  expect(server.mails.at(-1)?.parsed.messageId).toBe("<delivery-0@mail.agency.example>");
});

test.each([
  ["https://www.agency.example", "www.agency.example"],
  ["https://büro.example:8443", "xn--bro-hoa.example"],
  ["http://localhost:8080", undefined],
  ["http://192.0.2.1", undefined],
  ["http://[2001:db8::1]", undefined],
])("a site at %s greets a mail server as %s", async (siteUrl, greeting) => {
  expect(greetingOf(siteUrl)).toBe(greeting);
  const server = await startMailServer("none");
  await channelTo({ ...server.settings, greeting: greetingOf(siteUrl) }).send(outgoing());
  if (greeting !== undefined) expect(server.mails).toMatchObject([{ greeting }]);
});

const TEAM = ["ana@agency.example", "ben@agency.example", "eve@agency.example"];

test.each([
  [["ben@agency.example"], "sent", /^Not to 1 of 3 addresses: The mail server .*\(550\b/],
  [TEAM, "refused", /\(550\b/],
])("a mail to the team of which the server refuses %j is %s", async (refused, kind, reason) => {
  const { settings, mails } = await startMailServer("none", {
    onRcptTo: ({ address }, _session, done) => done(refused.includes(address) ? refusing(550) : undefined),
  });
  const transport = createSmtpTransport(settings, AMPLE);
  const message = toMessage(
    { id: "week-1", to: TEAM, letter: { subject: "Last week", body: [] } },
    mailSettings(),
  );
  expect(await transport.deliver(message, "week-1")).toEqual({ kind, reason: expect.stringMatching(reason) });
  expect(mails.flatMap(({ to }) => to)).toEqual(TEAM.filter((one) => !refused.includes(one)));
  await transport.close();
});

test("a notification answers to the visitor, and a visitor to the agency's first address, which alone is named", async () => {
  const { settings, mails } = await startMailServer("none");
  const channel = channelTo(settings, {}, TEAM);
  await channel.send(outgoing());
  await channel.send(outgoing({ kind: "notification", target: "ben@agency.example" }));
  expect(mails).toMatchObject([
    { to: [LEAD.email], parsed: { replyTo: [{ address: "hello@agency.example" }] } },
    { to: ["ben@agency.example"], parsed: { replyTo: [{ address: LEAD.email }] } },
  ]);
  expect(mails[0]?.raw).not.toMatch(/ben@|eve@/);
});

test.each(["implicit", "required"] as const)(
  "nothing is sent to a stranger's certificate (%s)",
  async (tls) => {
    const server = await startMailServer(tls, { ...certificateFor("localhost") });
    await expect(channelTo(server.settings).send(outgoing())).resolves.toEqual({
      kind: "retry",
      reason: expect.stringMatching(/^No secure connection to the mail server.* Check SMTP_URL\.$/),
    });
    expect(server.mails).toEqual([]);
  },
);

test.each([
  ["a certificate of another host", certificateFor("mail.elsewhere.example")],
  ["a server without STARTTLS, or with its offer removed on the way", undefined],
])("without a secure connection nothing is sent to %s", async (_what, certificate) => {
  if (certificate) trust(certificate);
  const server = await startMailServer(certificate ? "required" : "none", certificate);
  const result = await channelTo({ ...server.settings, tls: "required" }).send(outgoing());
  expect(result).toMatchObject({ kind: "retry", reason: expect.stringContaining("No secure connection") });
  expect(server.mails).toEqual([]);
});

const refuse =
  (code: number, text?: string) => (_: unknown, _session: unknown, done: (error: Error) => void) =>
    done(refusing(code, text));

test.each<[what: string, options: SMTPServerOptions, kind: "refused" | "retry", reason: RegExp]>([
  [
    "the sign-in",
    { authMethods: ["PLAIN"], allowInsecureAuth: true, onAuth: refuse(535, "5.7.8 dana@ortizhvac.example") },
    "retry",
    /^The mail server refused the sign-in \(535.*\)\. Check SMTP_URL\.$/,
  ],
  [
    "the sender",
    { onMailFrom: refuse(550, "5.7.1 not you") },
    "retry",
    /^The mail server refused the sender \(550.*\)\. Check MAIL_FROM\.$/,
  ],
  ["the recipient", { onRcptTo: refuse(550) }, "refused", /^The mail server .* recipient \(550[ .\d]*\)\.$/],
  ["the recipient for now", { onRcptTo: refuse(450, "4.2.0 later, dana") }, "retry", /450/],
  ["the recipient for now", { onRcptTo: refuse(421, "4.2.0 later, dana") }, "retry", /421/],
  ["the text", afterText(554), "refused", /554/],
  ["the text", afterText(451), "retry", /451/],
  ["the text", afterText(503), "retry", /503/],
])("a refusal of %s is retried or ends the delivery, and shows nothing of the visitor", async (...row) => {
  const [what, options, kind, reason] = row;
  const server = await startMailServer("none", options);
  const credentials = what === "the sign-in" ? { user: "agency", password: "wrong" } : undefined;
  const result = await channelTo({ ...server.settings, credentials }).send(outgoing());
  expect(result).toEqual({ kind, reason: expect.stringMatching(reason) });
  expect(JSON.stringify(result)).not.toMatch(/dana/i);
});

function afterText(code: number): SMTPServerOptions {
  return {
    onData: (stream, _session, done) =>
      void stream.resume().on("end", () => done(refusing(code, "spam from Dana Ortiz"))),
  };
}

test("mail without a sign-in that the server wants is retried, and says that it is a setting", async () => {
  const server = await startMailServer("none", { authOptional: false, allowInsecureAuth: true });
  await expect(channelTo(server.settings).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: expect.stringMatching(/^The mail server refused the sign-in \(530.*\)\. Check SMTP_URL\.$/),
  });
});

const at = (host: string, port: number): SmtpServer => ({ host, port, tls: "none", credentials: undefined });
const silent = () => startMailServer("none", { onRcptTo: () => undefined });

test.each<[string, () => SmtpServer | Promise<SmtpServer>, Partial<SmtpLimits>, RegExp]>([
  ["nothing listens", () => at("localhost", 1), {}, /^The connection to .* failed \(ECONNREFUSED\)\.$/],
  ["the name is unknown", () => at("mail.invalid", 25), {}, /./],
  [
    "the server does not greet",
    () => startOddServer(() => {}),
    { greeting: 50 },
    /did not answer in time\.$/,
  ],
  ["it falls silent", async () => (await silent()).settings, { socket: 50 }, /did not answer in time\.$/],
  [
    "it never stops sending",
    () =>
      startOddServer((socket) => {
        socket.write("220 hello\r\n");
        const talking = setInterval(() => socket.write("250-more\r\n"), 5);
        socket.on("close", () => clearInterval(talking));
      }),
    { total: 100 },
    /^The mail server took too long\.$/,
  ],
  [
    "its answers fit no question",
    () =>
      startOddServer((socket) => {
        socket.write("220 hello\r\n");
        socket.once("data", () => {
          socket.on("data", () => socket.write("334 go\r\n"));
          socket.write("250 yes\r\n");
        });
      }),
    {},
    /^The connection to .* failed \(EENVELOPE\)\.$/,
  ],
])("a failed connection is retried when %s", async (_what, server, limits, reason) => {
  const result = { kind: "retry", reason: expect.stringMatching(reason) };
  await expect(channelTo(await server(), limits).send(outgoing())).resolves.toEqual(result);
});

test.each<[string, (socket: Socket) => void]>([
  ["hangs up at once", (socket) => void socket.destroy()],
  [
    "ends an idle session",
    (socket) => {
      socket.write("220 hello\r\n");
      socket.once("data", () => socket.write("250 yes\r\n", () => socket.end()));
    },
  ],
])("a failed connection is retried when the server %s, and only by the outbox", async (_what, talk) => {
  const called = vi.fn(talk);
  await expect(channelTo(await startOddServer(called)).send(outgoing())).resolves.toEqual({
    kind: "retry",
    reason: expect.stringContaining("connection to the mail server failed"),
  });
  expect(called).toHaveBeenCalledTimes(1);
});

test("a failed connection is retried when it drops in the middle of the mail", async () => {
  const server = await startMailServer("none", {
    onData: (stream) => void stream.on("error", () => undefined).once("data", () => server.cut()),
  });
  const lead = { ...outgoing().lead, problems: "Missed calls. ".repeat(700) };
  await expect(
    channelTo(server.settings).send(outgoing({ kind: "notification", lead })),
  ).resolves.toMatchObject({
    kind: "retry",
    reason: expect.stringContaining("connection to the mail server failed"),
  });
  expect(server.connections()).toBe(1);
});

test("a failed connection is retried when the channel is closed", async () => {
  const channel = channelTo((await silent()).settings);
  const sending = channel.send(outgoing());
  await channel.close();
  const result = { kind: "retry", reason: "The attempt was cut off by a shutdown." };
  await expect(sending).resolves.toEqual(result);
  await expect(channel.send(outgoing())).resolves.toEqual(result);
});
