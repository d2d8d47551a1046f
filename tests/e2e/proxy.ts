/**
 * Runs Caddy with the file of `deploy/`, whose
 * ports and certificate become the test's.
 */

import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "../../scripts/root.ts";
import { freePort } from "../machine/free-port.ts";
import { newFolder } from "../machine/new-folder.ts";
import { startProgram } from "../machine/program.ts";
import { findProgram } from "../machine/programs.ts";
import { certificateFor } from "../support/certificate.ts";

/** The site's name in `deploy/Caddyfile` and in the certificate. */
export const PUBLIC_HOST = "www.agency.example";
const SITE_ADDRESS = "127.0.0.1:3000";

export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** @param sitePort the site's local port */
export async function startProxy(sitePort: number) {
  const folder = newFolder();
  const { key, cert } = certificateFor(PUBLIC_HOST);
  writeFileSync(join(folder, "privkey.pem"), key);
  writeFileSync(join(folder, "fullchain.pem"), cert);
  const httpsPort = await freePort();
  const { output, close } = await startCaddy(
    await siteConfiguration(folder, sitePort, httpsPort),
    httpsPort,
  );
  return {
    httpsPort,
    /** The self-signed certificate, as PEM. */
    ca: cert,
    /** Everything that the proxy has logged so far. */
    logs: output,
    close,
  };
}

/**
 * @param configuration the text of a Caddyfile
 * @param port where the started program listens
 * @throws {Error} with the output of a failed start
 */
export async function startCaddy(configuration: string, port: number) {
  const file = join(newFolder(), "Caddyfile");
  writeFileSync(file, configuration);
  const caddy = findProgram("caddy") ?? "caddy";
  const server = startProgram(
    [caddy, "run", "--adapter", "caddyfile", "--config", file],
    { env: { HOME: newFolder() } },
  );
  // A port for TLS answers, too: with a refusal.
  while (!(await fetch(`http://127.0.0.1:${port}`).catch(() => undefined))) {
    if (server.child.exitCode !== null)
      throw new Error(`Caddy did not start: ${server.output()}`);
    await wait(20);
  }
  return {
    output: server.output,
    close: async () => void (await server.kill("SIGTERM")),
  };
}

/** `deploy/Caddyfile` with the ports and the certificate of a test. */
async function siteConfiguration(
  folder: string,
  sitePort: number,
  httpsPort: number,
) {
  const own = `\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${await freePort()}\n\thttps_port ${httpsPort}\n`;
  const tls = `\ttls ${join(folder, "fullchain.pem")} ${join(folder, "privkey.pem")}\n`;
  return [
    ["\n{\n\tlog {\n", `\n{\n${own}\tlog {\n\t\tlevel ERROR\n`],
    [`{$SITE_ADDRESS:${PUBLIC_HOST}} {\n`, `${PUBLIC_HOST} {\n${tls}`],
    [SITE_ADDRESS, `127.0.0.1:${sitePort}`],
  ].reduce(replaceIn, readFileSync(join(root, "deploy", "Caddyfile"), "utf8"));
}

function replaceIn(file: string, [from = "", to = ""]: string[]): string {
  if (!file.includes(from)) throw new Error(`The file lacks "${from}".`);
  return file.replaceAll(from, to);
}

export interface Asked {
  /** The visitor's local address. */
  from?: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

/** Sends one request, and verifies the certificate. */
export async function ask(
  { httpsPort, ca }: Proxy,
  path: string,
  { from = "127.0.0.1", method = "GET", headers, body }: Asked = {},
) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(
      {
        host: "127.0.0.1",
        port: httpsPort,
        localAddress: from,
        servername: PUBLIC_HOST,
        ca,
        method,
        path,
        headers: { host: PUBLIC_HOST, ...headers },
      },
      resolve,
    )
      .on("error", reject)
      .end(body),
  );
  const { statusCode: status, headers: answered } = answer;
  return { status, headers: answered, body: await text(answer) };
}
