import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { certificateFor } from "../../tests/fakes/certificate.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { trust } from "../../tests/fakes/trust.ts";
import { listen } from "../../tests/machine/free-port.ts";
import { download, verifySignature } from "./download.ts";

/** Made by minisign 0.11. */
const NAME = "nightshift-1.0.0-linux-x64.tar.gz";
const ARCHIVE = "A release.\n";
const KEY = `untrusted comment: minisign public key 507001E4BF7E2259
RWRZIn6/5AFwUCmezKuSTBCcCaPjogJhRbzoGUEhMYb5kOU0CH/Zivz8
`;
const SIGNATURE = `untrusted comment: signature from minisign secret key
RURZIn6/5AFwUCz/+/goNVz/ZpJN1oaQwcFnv6fEcksY05izbtro9Op4YNVxvXS+B06Y2hF2sXb6RBGmr1zMbnlih9jFIEqkwAc=
trusted comment: timestamp:1795438525	file:nightshift-1.0.0-linux-x64.tar.gz	hashed
v8q0vsnZ3C3yYgU5KTSf4gne6hkekTMRSTorDZR+hHLEhQ3HfRDPG7XQU9quntUNvKbDa4bPKDw8epD+DL9kCw==
`;
const OTHER_KEY = KEY.replace("mezKuS", "mezKuT");

const digestOf = (text: string) => createHash("blake2b512").update(text).digest();

test("minisign's own signature is valid for its file, name and key alone", () => {
  expect(() => verifySignature(KEY, SIGNATURE, digestOf(ARCHIVE), NAME)).not.toThrow();
  const isNotSigned = /is not signed with the key of this release, so it was not unpacked\.$/;
  expect(() => verifySignature(KEY, SIGNATURE, digestOf("Another."), NAME)).toThrow(isNotSigned);
  expect(() => verifySignature(OTHER_KEY, SIGNATURE, digestOf(ARCHIVE), NAME)).toThrow(isNotSigned);
  const renamed = SIGNATURE.replace("file:nightshift-1.0.0", "file:nightshift-2.0.0");
  expect(() => verifySignature(KEY, renamed, digestOf(ARCHIVE), NAME)).toThrow(isNotSigned);
  for (const broken of ["", "untrusted comment:\n", SIGNATURE.split("\n").slice(0, 2).join("\n")])
    expect(() => verifySignature(KEY, broken, digestOf(ARCHIVE), NAME)).toThrow(isNotSigned);
  const old = "nightshift-2.0.0-linux-x64.tar.gz";
  expect(() => verifySignature(KEY, SIGNATURE, digestOf(ARCHIVE), old)).toThrow("is that of another file");
});

/** @param answers by path: a body, or the address of a redirect @returns its address */
async function host(answers: Record<string, string | URL>): Promise<string> {
  const certificate = certificateFor("localhost");
  trust(certificate);
  const server = createServer(certificate, ({ url = "" }, response) => {
    const answer = answers[url];
    if (answer instanceof URL) response.writeHead(302, { location: answer.href }).end();
    else if (answer === undefined) response.writeHead(404).end();
    else response.end(answer);
  });
  onTestFinished(() => void server.close());
  return `https://localhost:${await listen(server)}`;
}

test("an archive is downloaded with its signature, through redirects, and gets its checksum", async () => {
  const files: Record<string, string | URL> = { [`/${NAME}`]: ARCHIVE, [`/${NAME}.minisig`]: SIGNATURE };
  const origin = await host(files);
  const folder = temporaryFolder();
  const keyFile = join(temporaryFolder(), "minisign.pub");
  writeFileSync(keyFile, KEY);
  const get = (path: string) => download(`${origin}${path}`, folder, keyFile);
  const archive = await get(`/${NAME}`);
  expect([basename(archive), readFileSync(archive, "utf8")]).toEqual([NAME, ARCHIVE]);
  expect(readdirSync(folder).toSorted()).toEqual([NAME, `${NAME}.sha256`]);

  for (const file of Object.keys(files)) files[`/moved${file}`] = new URL(file, origin);
  expect(await get(`/moved/${NAME}`)).toBe(archive);
  files["/round.gz"] = new URL("/round.gz", origin);
  await expect(get("/round.gz")).rejects.toThrow("/round.gz could not be downloaded");
  await expect(get("/missing.gz")).rejects.toThrow("/missing.gz answered with 404.");
  files[`/${NAME}.minisig`] = "x".repeat(5000);
  await expect(get(`/${NAME}`)).rejects.toThrow(".minisig has more than 4096 bytes.");
  files[`/${NAME}.minisig`] = SIGNATURE;
  files[`/${NAME}`] = "Another.";
  await expect(get(`/${NAME}`)).rejects.toThrow("is not signed with the key of this release");
  await expect(download("http://localhost/a.gz", folder, keyFile)).rejects.toThrow("must be https://");
  await expect(download(`${origin}/${NAME}`, folder, join(folder, "none"))).rejects.toThrow(
    "has no deploy/minisign.pub",
  );
});
