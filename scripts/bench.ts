/**
 * `npm run bench`: what both pages cost a visitor, and what the server carries, beside nginx where it is installed.
 * Prints figures; judges nothing. Rounds are interleaved, so that a machine that slows down slows both.
 */
import { cpus } from "node:os";
import { join } from "node:path";
import { ROUTES } from "../contract/routes.ts";
import { loadPage, loadPost, type Load } from "./bench/load.ts";
import { startNginx, startOurs, startOursOnPostgres } from "./bench/servers.ts";
import { measureTransfer, type Transfer } from "./bench/transfer.ts";
import { builtFolder } from "./build/build-folder.ts";
import { findOrInstallChromium } from "./browsers.ts";
import { buildWhenStale } from "./stale-build.ts";

const ROUNDS = 3;

buildWhenStale();
const browser = findOrInstallChromium();
// Deliveries wait, so that nothing of them is in the way of what is measured.
const ours = await startOurs({ WORKER: "off" });
const shared = await startOursOnPostgres();
const nginx = await startNginx(join(builtFolder(), "site", "index.html"));
console.log(`${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}\n`);

console.log("Bytes on the wire (brotli)      requests  Document      Font    Script     other");
for (const { path } of ROUTES) {
  const { before, after } = await measureTransfer(browser, ours.origin, path);
  console.log(transferRow(`${path} until load`, before));
  console.log(transferRow(`${path} when idle`, after));
}

interface Round {
  page: Load;
  post: Load;
  sending: Load;
  shared: Load | undefined;
  nginx: Load | undefined;
}

const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const page = await loadPage(ours.origin);
  const beside = nginx && (await loadPage(`${nginx.origin}/index.html`));
  const post = await loadFresh({ WORKER: "off" });
  const postSending = await loadFresh({});
  const postShared = shared && (await loadPost(shared.origin, shared.publicKey));
  rounds.push({ page, post, sending: postSending, shared: postShared, nginx: beside });
}
await Promise.all([ours.stop(), shared?.stop(), nginx?.stop()]);

console.log(`\nServer, 64 connections, median of ${ROUNDS} rounds   requests/s   p99 ms   failed`);
const page = median(rounds.map((round) => round.page));
console.log(loadRow("page /", page));
const post = median(rounds.map((round) => round.post));
const postSending = median(rounds.map((round) => round.sending));
console.log(loadRow("POST a lead (fsynced), WORKER=off", post));
console.log(loadRow("POST a lead (fsynced), mails are sent", postSending));
console.log(`with to without: ${(postSending.requestsPerSecond / post.requestsPerSecond).toFixed(2)}`);
const onPostgres = rounds.flatMap((round) => round.shared ?? []);
if (onPostgres.length > 0) console.log(loadRow("POST a lead on PostgreSQL (fsynced)", median(onPostgres)));
else console.log("PostgreSQL is not installed, so there is no row for it");
const peers = rounds.flatMap((round) => round.nginx ?? []);
if (peers.length > 0) {
  const peer = median(peers);
  console.log(loadRow("nginx, the same page", peer));
  console.log(`page / to nginx: ${(page.requestsPerSecond / peer.requestsPerSecond).toFixed(2)}`);
} else console.log("nginx is not installed, so there is nothing beside it");

/** Posts to a server of its own: what is stored and still due after a round would be in the way of the next. */
async function loadFresh(env: Record<string, string>): Promise<Load> {
  const server = await startOurs(env);
  const load = await loadPost(server.origin, server.publicKey);
  await server.stop();
  return load;
}

function transferRow(name: string, { requests, bytes }: Transfer): string {
  const { Document = 0, Font = 0, Script = 0, ...rest } = bytes;
  const other = Object.values(rest).reduce((sum, count) => sum + count, 0);
  const columns = [requests, Document, Font, Script, other].map((figure) => String(figure).padStart(10));
  return name.padEnd(30) + columns.join("");
}

function loadRow(name: string, { requestsPerSecond, p99, failed }: Load): string {
  const columns = [Math.round(requestsPerSecond), p99, failed].map((figure) => String(figure).padStart(9));
  return name.padEnd(45) + columns.join("");
}

function median(loads: Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("There was no round to take the median of.");
  return { ...middle, failed: loads.reduce((sum, round) => sum + round.failed, 0) };
}
