import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { FOR_EVER } from "../../contract/http/security-policy.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { rangeOf, registerRecordings } from "./recordings.ts";

const ETAG = '"0123456789abcdef"';
const BYTES = "ID3456789";

function start(ending = "mp3") {
  const url = `/recordings/0123456789abcdef.${ending}`;
  const file = join(temporaryFolder(), "call");
  writeFileSync(file, BYTES);
  const app = fastify();
  onTestFinished(() => app.close());
  registerRecordings(
    app,
    { recordings: new Map([[url, file]]) },
    {
      sendError: async (reply, why) => reply.code(Number(why)).send("gone"),
    },
  );
  const ask = async (headers = {}, method: "GET" | "HEAD" = "GET") => {
    const answer = await app.inject({ method, url, headers });
    const { statusCode: status, headers: has, body } = answer;
    return { status, body, range: has["content-range"], has };
  };
  return { ask, file };
}

test.each([
  ["bytes=0-", 0, 8, "mp4", "video/mp4"],
  ["bytes=2-4", 2, 4, "webm", "video/webm"],
  ["BYTES=8-8", 8, 8, "m4a", "audio/mp4"],
  ["bytes=2-99", 2, 8, "mp3", "audio/mpeg"],
  ["bytes=-3", 6, 8, "mp3", "audio/mpeg"],
])(
  "a player gets the bytes of %s",
  async (range, first, last, ending, type) => {
    const answer = await start(ending).ask({ range });
    expect(answer.has["content-type"]).toBe(type);
    expect(answer).toMatchObject({
      status: 206,
      body: BYTES.slice(first, last + 1),
      range: `bytes ${first}-${last}/9`,
    });
    expect(answer.has["content-length"]).toBe(String(last - first + 1));
  },
);

test.each(["bytes=9-", "bytes=99-100", "bytes=-0"])(
  "%s is outside of a recording of 9 bytes",
  async (range) => {
    expect(await start().ask({ range })).toMatchObject({
      status: 416,
      body: "",
      range: "bytes */9",
    });
  },
);

test.each([
  {},
  { range: "bytes=4-2" },
  { range: "bytes=0-1,4-5" },
  { range: "bytes=-" },
  { range: "bytes=0-1", "if-range": '"other"' },
  { range: "bytes=0-1", "if-range": `W/${ETAG}` },
])("%j gets the whole recording", async (headers) => {
  const { ask } = start();
  const answer = await ask(headers);
  expect(answer).toMatchObject({ status: 200, body: BYTES, range: undefined });
  expect(answer.has).toMatchObject({
    etag: ETAG,
    "cache-control": FOR_EVER,
    "accept-ranges": "bytes",
    "content-type": "audio/mpeg",
    "content-length": "9",
  });
});

test("If-Range with the recording's tag gets the range, and HEAD no byte", async () => {
  const { ask } = start();
  const range = "bytes=0-1";
  expect((await ask({ range, "if-range": ETAG })).status).toBe(206);
  const head = await ask({ range }, "HEAD");
  expect(head).toMatchObject({ status: 200, body: "" });
  expect(head.has["content-length"]).toBe("9");
});

test("a recording that is gone, and one without bytes, are answered", async () => {
  const { ask, file } = start();
  writeFileSync(file, "");
  expect(await ask()).toMatchObject({ status: 200, body: "" });
  expect((await ask({ range: "bytes=0-" })).status).toBe(416);
  expect(rangeOf("bytes=-1", 0)).toBe("unsatisfiable");
  rmSync(file);
  expect(await ask()).toMatchObject({ status: 404, body: "gone" });
});
