/** A proxy between a browser and the site: reports errors in a page, and makes requests fail on purpose. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../machine/free-port.ts";

export type Gate = Awaited<ReturnType<typeof openGate>>;

/** Runs in the page before anything else. `FACTOR` is replaced. */
const WATCH = `(() => {
  const tell = (text) => navigator.sendBeacon("/__stray", String(text));
  for (const type of ["error", "warn"]) {
    const said = console[type];
    console[type] = (...words) => (tell(words.join(" ")), said.apply(console, words));
  }
  addEventListener("error", ({ message, target }) => tell(message ?? "did not load: " + (target.src ?? target.href)), true);
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  document.addEventListener("securitypolicyviolation", ({ blockedURI }) => tell("policy: " + blockedURI));
  for (const timer of ["setTimeout", "setInterval"]) {
    const set = window[timer].bind(window);
    window[timer] = (act, after = 0, ...rest) => set(act, after / FACTOR, ...rest);
  }
})();`;

export async function openGate(site: string) {
  const said: string[] = [];
  let expected: RegExp | undefined;
  const held = new Map<RegExp, Promise<void>>();
  const broken = new Set<RegExp>();
  const waiting = new Map<ServerResponse, string>();
  let script = true;
  let factor = 1;

  async function handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? "/";
    waiting.set(answer, path);
    answer.on("close", () => waiting.delete(answer));
    if (path === "/__watch.js") {
      answer.setHeader("content-type", "text/javascript");
      answer.end(WATCH.replace("FACTOR", String(factor)));
      return;
    }
    if (path === "/__stray") {
      for await (const chunk of asked) said.push(String(chunk));
      answer.writeHead(204).end();
      return;
    }
    for (const [pattern, released] of held) if (pattern.test(path)) await released;
    if ([...broken].some((pattern) => pattern.test(path))) asked.socket.destroy();
    else passOn(asked, answer, { site, script });
  }

  const server = createServer((asked, answer) => void handle(asked, answer));

  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    /** Names the errors that a test causes on purpose. */
    expectErrors: (pattern: RegExp) => void (expected = pattern),
    /** Whether an expected error has come. */
    noticed: () => said.some((text) => expected?.test(text)),
    /** All other console errors, exceptions and policy violations in any page so far. */
    stray: () => said.filter((text) => !expected?.test(text)),
    /** The paths of pending requests. */
    waiting: () => [...waiting.values()],
    /** From the next page on, the page has no script. */
    leaveOutScript: () => void (script = false),
    /** From the next page on, timers run this many times as fast. */
    hurry: (times: number) => void (factor = times),
    /** Delays requests for matching paths. @returns a function that lets them through */
    hold(path: RegExp) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return resolve;
    },
    /** Breaks the connections of requests for matching paths. @returns a function that ends that */
    cut(path: RegExp) {
      broken.add(path);
      return () => void broken.delete(path);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function passOn(asked: IncomingMessage, answer: ServerResponse, to: { site: string; script: boolean }): void {
  const { "if-none-match": _, ...headers } = { ...asked.headers, "accept-encoding": "identity" };
  const onward = request(new URL(asked.url ?? "/", to.site), { method: asked.method, headers }, (got) => {
    if (!got.headers["content-type"]?.startsWith("text/html")) {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
      return;
    }
    const { "content-length": __, etag: ___, ...kept } = got.headers;
    got.setEncoding("utf8");
    let html = "";
    got.on("data", (chunk: string) => (html += chunk));
    got.on("end", () => {
      const page = to.script ? html : html.replaceAll(/<script data-entry=.*?<\/script>/g, "");
      answer.writeHead(got.statusCode ?? 502, kept);
      answer.end(page.replace("<head>", '<head><script src="/__watch.js"></script>'));
    });
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
