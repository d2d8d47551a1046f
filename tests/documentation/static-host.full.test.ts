/** The documented nginx configuration for a folder of pages. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../machine/free-port.ts";
import { findProgram } from "../machine/programs.ts";
import { nginxWith } from "../e2e/proxy.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { block } from "./blocks.ts";

const nginx = findProgram("nginx");

describe.skipIf(nginx === undefined)("nginx", () => {
  test("answers a page at its address, and the error page for missing ones, with the headers", async () => {
    const folder = temporaryFolder();
    const site = join(folder, "site");
    mkdirSync(join(site, "assets"), { recursive: true });
    for (const file of ["index.html", "book-call.html", "404.html", "assets/a.js"])
      writeFileSync(join(site, file), file);
    const port = await freePort();
    const server = block("docs/deploy/static.md", "listen 80;")
      .replace("listen 80;", `listen 127.0.0.1:${port};`)
      .replace("/srv/site", site)
      .replace("…", "default-src 'none'");
    const child = spawn(nginx ?? "", nginxWith(folder, server));
    onTestFinished(async () => {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    });
    await expect.poll(() => sendRequest(port, { path: "/" }).catch(() => undefined)).toBeDefined();
    const policy = { "content-security-policy": "default-src 'none'" };
    expect(await sendRequest(port, { path: "/" })).toMatchObject({
      status: 200,
      body: "index.html",
      headers: policy,
    });
    expect(await sendRequest(port, { path: "/book-call" })).toMatchObject({
      status: 200,
      body: "book-call.html",
    });
    expect(await sendRequest(port, { path: "/nowhere" })).toMatchObject({
      status: 404,
      body: "404.html",
      headers: policy,
    });
    expect((await sendRequest(port, { path: "/assets/a.js" })).headers["cache-control"]).toContain(
      "immutable",
    );
  });
});
