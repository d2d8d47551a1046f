import { createServer, type Socket } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../tests/machine/free-port.ts";
import { certificateFor } from "../../../tests/support/certificate.ts";
import {
  startMailServer,
  type MailServer,
} from "../../../tests/support/mail-server.ts";
import { mailSettings, outgoing } from "../../../tests/support/outgoing.ts";
import { trust } from "../../../tests/support/trust.ts";
import { writeLetter } from "../../calls/letters.ts";
import { greetingOf, type SmtpServer } from "../../settings/values.ts";
import type { Outgoing } from "../outbox-rows.ts";
import { sendMail } from "./compose.ts";
import { createSmtpTransport, type SmtpLimits } from "./smtp-transport.ts";

const AMPLE: SmtpLimits = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 5_000,
  total: 10_000,
};

function channelTo(server: SmtpServer, limits: Partial<SmtpLimits> = {}) {
  const transport = createSmtpTransport(server, { ...AMPLE, ...limits });
  onTestFinished(() => transport.close());
  return {
    send: (delivery: Outgoing) =>
      sendMail(delivery, mailSettings(), transport, writeLetter),
    close: () => transport.close(),
  };
}

const retried = (reason: unknown) => ({ kind: "retry", reason });

test("a mail goes over TLS from the first byte, with a sign-in and the site's name", async () => {
  const certificate = certificateFor("localhost");
  trust(certificate);
  const server = await startMailServer("implicit", {
    ...certificate,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      done(null, { user: `${username}/${password}` }),
  });
  const auth = { user: "agency", pass: "p@ss:w0rd" };
  const channel = channelTo({
    ...server.settings,
    auth,
    greeting: "www.agency.example",
  });
  await expect(channel.send(outgoing())).resolves.toEqual({ kind: "sent" });
  expect(server.mails).toMatchObject([
    {
      secure: true,
      greeting: "www.agency.example",
      user: "agency/p@ss:w0rd",
      from: "desk@mail.agency.example",
      to: ["dana@ortizhvac.example"],
    },
  ]);
});

test.each([
  ["https://www.agency.example", "www.agency.example"],
  ["https://büro.example:8443", "xn--bro-hoa.example"],
  ["http://localhost:8080", undefined],
  ["http://192.0.2.1", undefined],
])("a site at %s greets a mail server as %s", (siteUrl, greeting) => {
  expect(greetingOf(siteUrl)).toBe(greeting);
});

const OURS = certificateFor("localhost");
const ELSEWHERE = certificateFor("mail.elsewhere.example");
const UNPROVEN = certificateFor("localhost", ELSEWHERE);

test("with tls=none a mail goes in clear, though the server offers STARTTLS", async () => {
  const { mails, settings } = await startMailServer("offered", { ...OURS });
  await channelTo({ ...settings, tls: "none" }).send(outgoing());
  expect(mails).toMatchObject([{ secure: false }]);
});

test.each([
  ["goes after STARTTLS", "required", OURS, true],
  ["is not sent to a stranger after STARTTLS", "required", OURS, false],
  ["is not sent to a certificate of another host", "required", ELSEWHERE, true],
  ["is not sent to one without its issuer's", "implicit", UNPROVEN, false],
  [
    "is not sent to a server whose STARTTLS was removed on the way",
    "none",
    undefined,
    false,
  ],
] as const)(
  "a mail that needs TLS %s",
  async (what, offered, certificate, isTrusted) => {
    if (isTrusted) trust(certificate);
    const server = await startMailServer(offered, { ...certificate });
    const tls = offered === "none" ? "required" : offered;
    const result = await channelTo({ ...server.settings, tls }).send(
      outgoing(),
    );
    if (what.startsWith("goes"))
      return expect(server.mails).toMatchObject([{ secure: true }]);
    expect(result).toEqual(
      retried(
        expect.stringMatching(
          /^No secure connection to the mail server.* Check SMTP_URL\.$/,
        ),
      ),
    );
    expect(server.mails).toEqual([]);
  },
);

const REFUSALS = `the sign-in: 454
the sign-in: 535
no sign-in: 530
the sender: 421
the sender: 550
the recipient: 450
the recipient: 503
the recipient: 550
the recipient: 552
the recipient: 550 relay not permitted
the recipient: 554 5.7.1 relay access denied
the recipient after the sign-in: 550 no such person
the recipient after the sign-in: 550 5.7.1 not from you
the text: 451
the text: 552
the text: 554`;
const SIGN_IN = { allowInsecureAuth: true, authMethods: ["PLAIN"] };

function refusing(answer: string): Record<string, SMTPServerOptions> {
  const [code, ...words] = answer.split(" ");
  const text = words.join(" ") || "<dana@ortizhvac.example> is unknown here";
  const responseCode = Number(code);
  const refusal = Object.assign(new Error(text), { responseCode });
  const hideENHANCEDSTATUSCODES = words.length > 0;
  const refuse = (
    _: unknown,
    _session: unknown,
    done: (error: Error) => void,
  ) => done(refusal);
  return {
    "the sign-in": { ...SIGN_IN, onAuth: refuse },
    "no sign-in": { ...SIGN_IN, authOptional: false },
    "the sender": { onMailFrom: refuse },
    "the recipient": { onRcptTo: refuse, hideENHANCEDSTATUSCODES },
    "the recipient after the sign-in": {
      ...SIGN_IN,
      onAuth: (_, _session, done) => done(null, { user: "agency" }),
      onRcptTo: refuse,
      hideENHANCEDSTATUSCODES,
    },
    "the text": {
      onData: (stream, _session, done) =>
        void stream.resume().on("end", () => done(refusal)),
    },
  };
}

test("a refusal is retried or final, and does not name the visitor", async () => {
  const said: string[] = [];
  for (const line of REFUSALS.split("\n")) {
    const [what = "", answer = ""] = line.split(": ");
    const server = await startMailServer("none", refusing(answer)[what]);
    const isSignIn = what.endsWith("the sign-in");
    const user = { user: "agency", pass: "secret" };
    const auth = isSignIn ? user : undefined;
    const channel = channelTo({ ...server.settings, auth });
    const result = await channel.send(outgoing());
    said.push(`${line}\n  ${JSON.stringify(result)}`);
  }
  await expect(said.join("\n")).toMatchFileSnapshot("smtp-transport.said.txt");
});

const SILENT = "The mail server did not answer in time.";
const silent = () => startMailServer("none", { onRcptTo: () => undefined });
const failed = (code: string) =>
  expect.stringMatching(`^The connection to .* failed \\(${code}\\)\\.$`);

test.each<
  [
    what: string,
    talk: (socket: Socket) => void,
    limits: Partial<SmtpLimits>,
    reason: unknown,
  ]
>([
  ["does not greet", () => {}, { greetingTimeout: 50 }, SILENT],
  ["hangs up", (socket) => socket.end(), {}, failed("\\w+")],
  [
    "never stops sending",
    (socket) => {
      socket.write("220 hello\r\n");
      const talking = setInterval(() => socket.write("250-more\r\n"), 5);
      socket.on("close", () => clearInterval(talking));
    },
    { total: 1_000 },
    "The mail server took too long.",
  ],
])(
  "a server that %s gets one connection, and the outbox tries again",
  async (_what, talk, limits, reason) => {
    const called = vi.fn(talk);
    const result = await channelTo(await startOddServer(called), limits).send(
      outgoing(),
    );
    expect(result).toEqual(retried(reason));
    expect(called).toHaveBeenCalledTimes(1);
  },
);

test("a server that is not there, or falls silent, is tried again", async () => {
  const nobody = {
    host: "localhost",
    port: 1,
    tls: "none",
    auth: undefined,
  } as const;
  expect(await channelTo(nobody).send(outgoing())).toEqual(
    retried(failed("ECONNREFUSED")),
  );
  const { settings } = await silent();
  const result = await channelTo(settings, { socketTimeout: 50 }).send(
    outgoing(),
  );
  expect(result).toEqual(retried(SILENT));
});

test("a mail whose connection drops in its middle is tried again", async () => {
  const server = await startMailServer("none", {
    onData: (stream) =>
      void stream.on("error", () => undefined).once("data", () => server.cut()),
  });
  const lead = { ...outgoing().lead, problems: "Missed calls. ".repeat(700) };
  const result = await channelTo(server.settings).send(
    outgoing({ kind: "notification", lead }),
  );
  expect(result).toEqual(retried(failed("\\w+")));
  expect(server.connections()).toBe(1);
});

/** The whole text came, and its answer never does. */
test.each<
  [
    what: string,
    end: (server: MailServer, close: () => Promise<void>) => unknown,
  ]
>([
  ["never answers", () => undefined],
  ["hangs up", (server) => server.cut()],
])(
  "a mail is sent, not confirmed, when the server takes its text and %s; its next attempt is not",
  async (_what, end) => {
    const server: MailServer = await startMailServer("none", {
      onConnect: (_session, done) =>
        server.connections() > 1 ? server.cut() : done(),
      onData: (stream) =>
        void stream.resume().on("end", () => end(server, channel.close)),
    });
    const channel = channelTo(server.settings, { socketTimeout: 500 });
    const result = await channel.send(outgoing());
    expect(result).toMatchObject({ kind: "unconfirmed" });
    expect(await channel.send(outgoing())).toMatchObject({ kind: "retry" });
  },
);

/** A server with scripted answers, for behavior that no real server has. */
async function startOddServer(
  talk: (socket: Socket) => void,
): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    talk(socket);
  });
  const port = await listen(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { host: "localhost", port, tls: "none", auth: undefined };
}
