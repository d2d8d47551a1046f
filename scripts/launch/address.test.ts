import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../tests/machine/free-port.ts";
import { certificateFor } from "../../tests/support/certificate.ts";
import { serve } from "../../tests/support/receiver.ts";
import { trust } from "../../tests/support/trust.ts";
import { checkAddress, findBrokenLinks } from "./address.ts";

const SITE = "https://agency.example";

describe("links", () => {
  const check = (pages: Record<string, string>, paths?: string[]) =>
    findBrokenLinks(
      (path) =>
        Promise.resolve({
          status: path in pages ? 200 : 404,
          html: pages[path] ?? "",
        }),
      SITE,
      paths,
    );

  test("inside the site are followed from page to page, and broken ones are reported", async () => {
    const broken = await check({
      "/": '<a href="/terms?a=1&amp;b=2">T</a><a href="#top">X</a><a href="#">#</a><a href="mailto:a@b.example">M</a>',
      "/terms": `<p id="top"><a href="/#nowhere"><a href="gone"><a href="#top"><a href="http://"><a href="#9%">`,
    });
    expect(broken).toEqual([
      "/: links to /#top, but that page has no such section: change the link",
      "/terms: links to /#nowhere, but that page has no such section: change the link",
      "/terms: links to /gone, which does not exist: change the link, or add the page",
      "/terms: links to http://, which is no address: change the link",
      "/terms: links to /terms#9%, but that page has no such section: change the link",
    ]);
  });

  test("are followed from a page to which no other page has a link", async () => {
    const pages = { "/": "", "/alone": '<a href="/gone">' };
    expect(await check(pages)).toEqual([]);
    const broken = expect.stringContaining("/alone: links to /gone,");
    expect(await check(pages, Object.keys(pages))).toEqual([broken]);
  });

  test("to other sites are requested once each; failures are reported, but not a refusal (403)", async () => {
    const asked: string[] = [];
    const port = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(Number(request.url?.slice(1))).end();
    });
    const other = `http://127.0.0.1:${port}`;
    const links = ["200", "403", "404", "404", "503"].map(
      (status) => `<a href="${other}/${status}">`,
    );
    links.push('<a href="http://localhost:2/call?a=1&amp;b"><a href="tel:+1">');
    const broken = await check({ "/": links.join("") });
    expect(asked.toSorted()).toEqual(["/200", "/403", "/404", "/503"]);
    expect(broken).toEqual([
      `/: links to ${other}/404, which answers with 404: check the link`,
      `/: links to ${other}/503, which answers with 503: check the link`,
      "/: links to http://localhost:2/call?a=1&b, which does not answer (ECONNREFUSED): check the link",
    ]);
  });
});

describe("the public address", () => {
  test("must be https, and must answer", async () => {
    const { problems: unsafe } = await checkAddress("http://agency.example");
    expect(unsafe).toEqual([
      expect.stringContaining("is not https: set the public address"),
    ]);
    const { problems, ask } = await checkAddress("https://localhost:2/");
    const nothing =
      /^localhost: nothing answers at its port 443: .*\(ECONNREFUSED\)$/;
    expect(problems).toEqual([expect.stringMatching(nothing)]);
    expect(ask).toBeUndefined();
  });

  /** Starts a server with a trusted TLS certificate. @returns the address of the server */
  async function serveTls(answer: RequestListener): Promise<string> {
    const certificate = certificateFor("localhost");
    trust(certificate);
    const server = createServer({ ...certificate }, answer);
    onTestFinished(() => void server.close());
    return `https://localhost:${await listen(server)}/`;
  }

  test("must answer correctly, and with HSTS; then its pages can be requested", async () => {
    let headers: Record<string, string> = { location: "/" };
    let status = 302;
    const url = await serveTls((_, response) =>
      response.writeHead(status, headers).end("<p>Hi"),
    );
    expect((await checkAddress(url)).problems).toEqual([
      expect.stringContaining("its proxy gives no page"),
    ]);
    status = 502;
    expect((await checkAddress(url)).problems).toEqual([
      expect.stringContaining("answers with 502"),
    ]);
    headers = { "content-type": "text/html" };
    status = 200;
    expect((await checkAddress(url)).problems).toEqual([
      expect.stringContaining("(HSTS)"),
    ]);
    headers = { ...headers, "strict-transport-security": "max-age=31536000" };
    const { problems, ask } = await checkAddress(url);
    expect(problems).toEqual([]);
    expect(await ask?.("/")).toEqual({ status: 200, html: "<p>Hi" });
  });
});
