/** A minimal CDN: files from a folder, pages without their extension, headers by `_headers`, and nothing else. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { CONTENT_TYPES } from "../../server/http/encoded-body.ts";
import { listen } from "../machine/free-port.ts";

type Rule = { path: string; headers: [string, string][] };

export async function serveFolder(folder: string): Promise<{ origin: string; server: Server }> {
  const rules = readRules(readFileSync(join(folder, "_headers"), "utf8"));
  const server = createServer((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(405).end();
    const file = [path === "/" ? "/index.html" : path, `${path}.html`].find((name) =>
      existsSync(join(folder, name)),
    );
    for (const rule of rules) {
      const matches = rule.path.endsWith("*") ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;
      if (matches) for (const [name, value] of rule.headers) response.setHeader(name, value);
    }
    response.setHeader("content-type", CONTENT_TYPES[extname(file ?? "404.html")] ?? "text/plain");
    response.writeHead(file === undefined ? 404 : 200).end(readFileSync(join(folder, file ?? "404.html")));
  });
  return { origin: `http://127.0.0.1:${await listen(server)}`, server };
}

/** Each rule is a path, with its headers indented below it. */
function readRules(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split("\n")) {
    const [, name, value] = /^\s+([^:]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name, value]);
    else if (line !== "") rules.push({ path: line, headers: [] });
  }
  return rules;
}
