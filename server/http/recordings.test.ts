import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { registerRecordings } from "./recordings.ts";

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
    delete has["date"];
    const lines = Object.entries(has).map((line) => line.join(": "));
    return [method, JSON.stringify(headers), status, body, ...lines].join(
      "\n  ",
    );
  };
  return { ask, file };
}

const RANGES = "0- 2-4 8-8 2-99 -3 9- 99-100 -0 4-2 0-1,4-5 -".split(" ");

test("a player gets the whole recording, or the bytes that it asks for", async () => {
  const { ask, file } = start();
  const said = [await ask(), await ask({ range: "BYTES=0-1" }, "HEAD")];
  for (const range of RANGES) said.push(await ask({ range: `bytes=${range}` }));
  for (const condition of [ETAG, `W/${ETAG}`, '"other"'])
    said.push(await ask({ range: "BYTES=0-1", "if-range": condition }));
  for (const ending of ["mp4", "webm", "m4a"])
    said.push(await start(ending).ask());
  writeFileSync(file, "");
  for (const range of ["", "bytes=0-", "bytes=-1"])
    said.push(await ask({ range }));
  rmSync(file);
  said.push(await ask());
  await expect(said.join("\n")).toMatchFileSnapshot("recordings.said.txt");
});
