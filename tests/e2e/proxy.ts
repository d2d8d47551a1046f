/** Runs nginx and Caddy with the files of `deploy/`, whose ports, certificates and folders become the test's. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, readFileSync, writeFileSync } from "node:fs";
import {
  connect as connectHttp2,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { freePort } from "../machine/free-port.ts";
import { newFolder } from "../machine/new-folder.ts";
import { findProgram } from "../machine/programs.ts";
import { root } from "../../scripts/root.ts";
import { certificateFor } from "../support/certificate.ts";

/** The site's name in the files of `deploy/` and in the certificate. */
export const PUBLIC_HOST = "www.agency.example";
const SITE_ADDRESS = "127.0.0.1:3000";

export type Proxy = Awaited<ReturnType<typeof startProxy>>;

interface Place {
  folder: string;
  site: string;
  httpPort: number;
  httpsPort: number;
}

const configurations = { nginx: writeNginx, caddy: writeCaddy };
export type ProxyName = keyof typeof configurations;

/** @param sitePort the site's local port */
export async function startProxy(name: ProxyName, sitePort: number) {
  const folder = newFolder();
  const { key, cert } = certificateFor(PUBLIC_HOST);
  writeFileSync(join(folder, "privkey.pem"), key);
  writeFileSync(join(folder, "fullchain.pem"), cert);
  const place = {
    folder,
    site: `127.0.0.1:${sitePort}`,
    httpPort: await freePort(),
    httpsPort: await freePort(),
  };
  const { output, close } = await startProgram(
    name,
    configurations[name](place),
    place.httpsPort,
  );
  return {
    httpPort: place.httpPort,
    httpsPort: place.httpsPort,
    /** The self-signed certificate, as PEM. */
    ca: cert,
    /** Everything that the proxy has logged so far. */
    logs: () =>
      [
        output(),
        ...globSync(join(folder, "*.log")).map((log) =>
          readFileSync(log, "utf8"),
        ),
      ].join("\n"),
    close,
  };
}

/** @param port where the started program listens @throws {Error} with the output of a failed start */
export async function startProgram(name: string, args: string[], port: number) {
  const server = spawn(findProgram(name) ?? name, args, {
    env: { HOME: newFolder() },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  server.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(server, "exit");
  while (!(await listens(port))) {
    if (server.exitCode !== null)
      throw new Error(`${name} did not start: ${output}`);
    await wait(20);
  }
  const close = async () => {
    server.kill("SIGTERM");
    await exited;
  };
  return { output: () => output, close };
}

/** Includes `deploy/nginx.conf` as Debian does: inside `http`, beside other settings. */
function writeNginx({ folder, site, httpPort, httpsPort }: Place): string[] {
  const file = [
    ["listen [::]:80;\n", ""],
    ["listen [::]:443 ssl http2;\n", ""],
    ["listen 80;", `listen 127.0.0.1:${httpPort};`],
    ["listen 443 ", `listen 127.0.0.1:${httpsPort} `],
    [SITE_ADDRESS, site],
    ["/var/log/nginx", folder],
    [
      `/etc/letsencrypt/live/${PUBLIC_HOST}/fullchain.pem`,
      join(folder, "fullchain.pem"),
    ],
    [
      `/etc/letsencrypt/live/${PUBLIC_HOST}/privkey.pem`,
      join(folder, "privkey.pem"),
    ],
  ].reduce(replaceIn, readFileSync(join(root, "deploy", "nginx.conf"), "utf8"));
  return nginxWith(folder, `gzip on; gzip_types *; ${file}`);
}

/** @param http settings of servers @returns the arguments of an nginx that writes only to the folder */
export function nginxWith(folder: string, http: string): string[] {
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${join(folder, "pid")}; error_log stderr error;
     events { worker_connections 1024; }
     http { access_log off; ${temporary.join(" ")} ${http} }`,
  );
  return ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
}

function writeCaddy({ folder, site, httpPort, httpsPort }: Place): string[] {
  const own = `\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`;
  const tls = `\ttls ${join(folder, "fullchain.pem")} ${join(folder, "privkey.pem")}\n`;
  const file = [
    ["\n{\n\tlog {\n", `\n{\n${own}\tlog {\n\t\tlevel ERROR\n`],
    [`{$SITE_ADDRESS:${PUBLIC_HOST}} {\n`, `${PUBLIC_HOST} {\n${tls}`],
    [SITE_ADDRESS, site],
  ].reduce(replaceIn, readFileSync(join(root, "deploy", "Caddyfile"), "utf8"));
  writeFileSync(join(folder, "Caddyfile"), file);
  return [
    "run",
    "--adapter",
    "caddyfile",
    "--config",
    join(folder, "Caddyfile"),
  ];
}

function replaceIn(file: string, [from = "", to = ""]: string[]): string {
  if (!file.includes(from)) throw new Error(`The file lacks "${from}".`);
  return file.replaceAll(from, to);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Sends one request by HTTP/2 and verifies the certificate. @param from the visitor's local address */
export async function ask(
  { httpsPort, ca }: Proxy,
  {
    headers,
    body,
    from = "127.0.0.1",
  }: { headers: OutgoingHttpHeaders; body?: string; from?: string },
) {
  const socket = connect({
    host: "127.0.0.1",
    port: httpsPort,
    localAddress: from,
  });
  const session = connectHttp2(`https://${PUBLIC_HOST}`, {
    createConnection: () =>
      connectTls({
        socket,
        ca,
        servername: PUBLIC_HOST,
        ALPNProtocols: ["h2"],
      }),
  });
  try {
    const request = session.request(headers);
    request.end(body);
    const answered = new Promise<IncomingHttpHeaders & { ":status"?: number }>(
      (resolve, reject) => {
        session.once("error", reject);
        request.once("error", reject).once("response", resolve);
      },
    );
    return { headers: await answered, body: await text(request) };
  } finally {
    session.close();
  }
}
