import { describe, expect, test } from "vitest";
import { serve, serveTls } from "../../tests/support/receiver.ts";
import { builtPages, checkAddress, findBrokenLinks } from "./address.ts";

const SITE = "https://agency.example";

describe("links", () => {
  const check = (pages: Record<string, string>) =>
    findBrokenLinks((path) => pages[path], SITE, Object.keys(pages));

  test("inside the site that lead nowhere are named with their page", async () => {
    const broken = await check({
      "/": `<meta content="${SITE}/gone.png"><meta content="https://x.example:1/"><a href="/terms?a=1&amp;b=2">T</a><a href="#top">X</a><a href="#">#</a><a href="mailto:a@b.example">M</a>`,
      "/terms": `<p id="top"><a href="/#nowhere"><a href="gone"><a href="#top"><a href="http://"><a href="#9%">`,
    });
    expect(broken).toEqual([
      "/: links to /gone.png, which does not exist: change the link, or add the page",
      "/: links to /#top, but that page has no such section: change the link",
      "/terms: links to /#nowhere, but that page has no such section: change the link",
      "/terms: links to /gone, which does not exist: change the link, or add the page",
      "/terms: links to http://, which is no address: change the link",
      "/terms: links to /terms#9%, but that page has no such section: change the link",
    ]);
  });

  test("to recordings are not broken", () => {
    const read = builtPages("", { pages: {}, assets: [], recordings: ["/a"] });
    expect(read("/a")).toBe("");
  });

  test("to other sites are requested once each; failures are reported, but not a refusal (403)", async () => {
    const asked: string[] = [];
    const port = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(Number(request.url?.slice(1))).end();
    });
    const other = `http://127.0.0.1:${port}`;
    const links = ["200", "403", "404", "404", "410", "500"].map(
      (status) => `<a href="${other}/${status}">`,
    );
    links.push('<a href="http://localhost:2/call?a=1&amp;b"><a href="tel:+1">');
    const broken = await check({ "/": links.join("") });
    expect(asked.toSorted()).toEqual(["/200", "/403", "/404", "/410", "/500"]);
    expect(broken).toEqual([
      `/: links to ${other}/404, which answers with 404: check the link`,
      `/: links to ${other}/410, which answers with 410: check the link`,
      `/: links to ${other}/500, which answers with 500: check the link`,
      "/: links to http://localhost:2/call?a=1&b, which does not answer (ECONNREFUSED): check the link",
    ]);
  });
});

describe("the public address", () => {
  test("must be https, and must answer", async () => {
    expect(await checkAddress("http://agency.example")).toEqual([
      expect.stringContaining("is not https: set the public address"),
    ]);
    const nothing =
      /^localhost: nothing answers at its port 443: .*\(ECONNREFUSED\)$/;
    expect(await checkAddress("https://localhost:2/")).toEqual([
      expect.stringMatching(nothing),
    ]);
  });

  const HSTS = { "strict-transport-security": "max-age=31536000" };

  test.each([
    [302, { location: "/" }, ["its proxy gives no page"]],
    [502, {}, ["answers with 502"]],
    [200, {}, ["(HSTS)"]],
    [200, HSTS, []],
  ])("answers with %i and %j", async (status, headers, problems) => {
    const url = await serveTls((_, response) =>
      response.writeHead(status, headers).end("<p>Hi"),
    );
    expect(await checkAddress(url)).toEqual(
      problems.map((problem) => expect.stringContaining(problem)),
    );
  });
});
