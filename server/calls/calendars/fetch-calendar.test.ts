import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serve } from "../../../tests/support/receiver.ts";
import { parseCalendarUrl } from "../../settings/checked-host.ts";
import { fetchCalendar, type FetchSettings } from "./fetch-calendar.ts";

/** The address of a server on a local host that the operator allows. */
const serveAt = async (answer: RequestListener) =>
  `http://calendar.local:${await serve(answer)}/secret-path.ics`;

const fetched = async (url: string, settings: Partial<FetchSettings> = {}) =>
  new TextDecoder().decode(
    await fetchCalendar(url, {
      allowHosts: ["calendar.local"],
      resolve: async (host) => [
        {
          address: host === "calendar.local" ? "127.0.0.1" : "10.0.0.1",
          family: 4,
        },
      ],
      ...settings,
    }),
  );

test("an address is https or webcal, or http at a host that the operator names", () => {
  const parsed = (text: string) =>
    parseCalendarUrl(text, ["calendar.local"])?.href;
  expect(parsed("webcal://a.example/x")).toBe("https://a.example/x");
  expect(parsed("WEBCALS://me:9%@a.example/x")).toBe(
    "https://me:9%25@a.example/x",
  );
  for (const text of [
    "http://a.example/x",
    "file:///etc/passwd",
    "a.example/x",
    "",
  ])
    expect(parsed(text)).toBeUndefined();
});

const to = (location: string) =>
  serveAt((_, response) => response.writeHead(302, { location }).end());

test("each redirect is read from the address that it comes from", async () => {
  const url = await serveAt(({ url: path }, response) =>
    path === "/there"
      ? response.end("here")
      : response.writeHead(302, { location: "/there" }).end(),
  );
  expect(await fetched(await to(url))).toBe("here");
});

test.each([
  ["https://10.0.0.7/inside", "not on the public internet"],
  ["https://metadata.internal/latest", "not on the public internet"],
  ["http://public.example/", "without TLS"],
  ["/again", "redirects too often"],
])("a redirect to %s is refused", async (location, reason) => {
  await expect(fetched(await to(location))).rejects.toThrow(reason);
});

const answering =
  (status: number, headers = {}, body: string | Buffer = ""): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
const mega = (count: number, more = 0) =>
  Buffer.alloc(count * 1024 * 1024 + more);

test.each([
  [
    "another protocol",
    answering(101, { connection: "Upgrade", upgrade: "x" }),
    "The answer was 101.",
  ],
  ["a redirect to nowhere", answering(302), "The answer was 302."],
  [
    "more than 32 MB",
    answering(200, {}, mega(32, 1)),
    "The answer is larger than 32 MB.",
  ],
  [
    "a bomb",
    answering(200, {}, gzipSync(mega(40))),
    "The answer is larger than 32 MB.",
  ],
  [
    "half a packed answer",
    answering(203, {}, gzipSync("x").subarray(0, 9)),
    "The answer cannot be unpacked (Z_BUF_ERROR).",
  ],
  [
    "a connection that is cut",
    (_, response) =>
      response
        .writeHead(200, { "content-length": "100" })
        .write("x", () => response.destroy()),
    "The connection failed (ECONNRESET).",
  ],
  ["silence", () => undefined, "The answer took too long."],
  [
    "half an answer",
    (_, response) => response.writeHead(200).write("BEGIN"),
    "The answer took too long.",
  ],
])(
  "a failure says why, without the secret address: %s",
  async (_what, answer, reason) => {
    const url = await serveAt(answer);
    const timeoutMs = reason.includes("long") ? 200 : 60_000;
    const said = await fetched(url, { timeoutMs }).catch(String);
    expect(said).toContain(reason);
    expect(said).not.toContain("secret");
  },
);

test("an answer may come packed, and in pieces", async () => {
  const packed = gzipSync(
    crypto.getRandomValues(Buffer.alloc(60_000)).toString("hex"),
  );
  const url = await serveAt((_, response) => {
    // Only the address of a redirect is followed.
    response.setHeader("location", "/");
    response.write(packed.subarray(0, 30_000));
    setTimeout(() => response.end(packed.subarray(30_000)), 20);
  });
  expect(await fetched(url)).toHaveLength(120_000);
});

test("a failure before there is a connection says why, without the secret address", async () => {
  const missing = Object.assign(
    new Error("getaddrinfo ENOTFOUND secret.example"),
    { code: "ENOTFOUND" },
  );
  const unknown = fetched("https://secret.example/x", {
    resolve: () => Promise.reject(missing),
  });
  await expect(unknown).rejects.toMatchObject({
    message:
      "The connection failed (ENOTFOUND). If that lasts, check its address, or ask whoever runs its host.",
  });
});
