/** Sends recordings from the disk, whole or in byte ranges (RFC 9110, 14). */

import { open } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { FOR_EVER } from "../../contract/http/security-policy.ts";
import { codeOf } from "../settings/error-code.ts";
import type { BuiltSite } from "./built-site.ts";
import { contentTypeOf } from "./encoded-body.ts";
import type { PageSender } from "./pages.ts";

/**
 * Reads a `Range` header. A server may ignore what it does not support: other
 * units, several ranges and what is no range (RFC 9110, 14.2).
 * @returns the first and the last byte; undefined for the whole file
 */
function rangeOf(header: string, size: number) {
  const [, first = "", last = ""] =
    /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim()) ?? [];
  if (first === "" && last === "") return undefined;
  const lastByte = size - 1;
  if (first === "")
    return last === "0" || size === 0
      ? "unsatisfiable"
      : { start: Math.max(0, size - Number(last)), end: lastByte };
  const start = Number(first);
  const end = last === "" ? lastByte : Math.min(Number(last), lastByte);
  if (last !== "" && Number(last) < start) return undefined;
  return start > lastByte ? "unsatisfiable" : { start, end };
}

export function registerRecordings(
  app: FastifyInstance,
  { recordings }: Pick<BuiltSite, "recordings">,
  { sendError }: Pick<PageSender, "sendError">,
): void {
  for (const [url, file] of recordings)
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler: async (_request, reply) => {
        try {
          return await send(reply, url, file);
        } catch (error) {
          // A page that is open in a browser may
          // outlive the recordings of its site.
          if (codeOf(error) === "ENOENT") return sendError(reply, 404);
          throw error;
        }
      },
    });
}

async function send(
  reply: FastifyReply,
  url: string,
  path: string,
): Promise<FastifyReply> {
  const { request } = reply;
  // The name is a digest of the bytes, so it is a strong validator.
  const etag = `"${basename(url, extname(url))}"`;
  const { range = "", "if-range": condition = etag } = request.headers;
  const file = await open(path);
  const { size } = await file.stat();
  const isGet = request.method === "GET";
  const wanted = isGet && condition === etag ? rangeOf(range, size) : undefined;
  reply.headers({
    etag,
    "accept-ranges": "bytes",
    "cache-control": FOR_EVER,
    "content-type": contentTypeOf(url),
  });
  if (wanted === "unsatisfiable") {
    await file.close();
    return reply.code(416).header("content-range", `bytes */${size}`).send("");
  }
  const { start, end } = wanted ?? { start: 0, end: size - 1 };
  if (wanted)
    reply.code(206).header("content-range", `bytes ${start}-${end}/${size}`);
  reply.header("content-length", end - start + 1);
  if (isGet) return reply.send(file.createReadStream(wanted ?? {}));
  await file.close();
  return reply.send();
}
