/** A body in the encodings that browsers ask for, compressed once, and the answer to a request for it. */
import { createHash } from "node:crypto";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

type Encoding = "br" | "gzip" | "identity";

export interface EncodedBody {
  contentType: string;
  cacheControl: string;
  /** Each encoding has its own ETag. Source: RFC 9110, section 8.8.3. */
  variants: Map<Encoding, { bytes: Buffer; etag: string }>;
}

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".ico": "image/x-icon",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
};

/** Compressed already; trying again costs time and gains nothing. */
const COMPACT = new Set([".png", ".jpg", ".webp", ".avif", ".woff2"]);

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** @param file its extension gives the content type. */
export async function encodeBody(content: Buffer, file: string, cacheControl: string): Promise<EncodedBody> {
  const extension = extname(file);
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, 11);
  const variants: EncodedBody["variants"] = new Map([["identity", { bytes: content, etag: `"${digest}"` }]]);
  if (!COMPACT.has(extension)) {
    const [br, gz] = await Promise.all([
      compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      compressGzip(content, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    if (br.length < content.length) variants.set("br", { bytes: br, etag: `"${digest}-br"` });
    if (gz.length < content.length) variants.set("gzip", { bytes: gz, etag: `"${digest}-gz"` });
  }
  return { contentType: CONTENT_TYPES[extension] ?? "application/octet-stream", cacheControl, variants };
}

/** Answers with the smallest encoding that the client takes, or with 304 when it has that one. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): FastifyReply {
  const { encoding, bytes, etag } = choose(body, request.headers["accept-encoding"]);
  reply.header("cache-control", body.cacheControl).header("etag", etag).header("vary", "accept-encoding");
  if (reply.statusCode === 200 && matches(request.headers["if-none-match"], etag))
    return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.header("content-type", body.contentType).send(bytes);
}

function choose(body: EncodedBody, acceptEncoding: string | undefined) {
  const accepted = acceptedEncodings(acceptEncoding);
  for (const encoding of ["br", "gzip", "identity"] as const) {
    const variant = body.variants.get(encoding);
    if (variant && (encoding === "identity" || accepted.has(encoding))) return { encoding, ...variant };
  }
  throw new Error("A body has no identity encoding.");
}

/** Source: RFC 9110, section 12.5.3; `q=0` means not accepted. */
function acceptedEncodings(header = ""): Set<string> {
  const accepted = new Set<string>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}

/** Source: RFC 9110, section 13.1.2, weak comparison. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((candidate) => {
    const tag = candidate.trim();
    return tag === "*" || tag.replace(/^W\//, "") === etag;
  });
}
