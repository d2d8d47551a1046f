/** Firefox by its own WebDriver BiDi. Source: W3C WebDriver BiDi. */
import { spawn } from "node:child_process";
import { once } from "node:events";

import { newFolder } from "../machine/new-folder.ts";
import { clickActions, keyActions, type Driver, type Engine } from "./driver.ts";

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

export async function startFirefox(executablePath: string): Promise<Engine> {
  const profile = newFolder();
  const browser = spawn(
    executablePath,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    browser.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const [, url] = /WebDriver BiDi listening on (\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    browser.once("exit", () => reject(new Error(`Firefox ended:\n${said}`)));
  });
  const send = await connect(`${address}/session`);
  await send("session.new", { capabilities: {} });
  return {
    openWindow: () => openWindow(send),
    async close() {
      const ended = once(browser, "exit");
      await send("browser.close", {});
      await ended;
    },
  };
}

/** @returns a function that sends a command and waits for its answer */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data));
    const command = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) command?.resolve(result);
    else command?.reject(new Error(`${error}: ${message}`));
  });
  await once(socket, "open");
  let last = 0;
  return (method, params) => {
    const command = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(++last, command);
    socket.send(JSON.stringify({ id: last, method, params }));
    return command.promise;
  };
}

async function openWindow(send: Send): Promise<Driver> {
  const { userContext } = await send("browser.createUserContext", {});
  const { context } = await send("browsingContext.create", { type: "tab", userContext });
  return {
    // For Firefox a page is complete only once its imported scripts have loaded, which a test may delay.
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "interactive" })),
    go: async (delta) => void (await send("browsingContext.traverseHistory", { context, delta })),
    async evaluate(expression) {
      const answer = await send("script.evaluate", {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      return parseResult(answer);
    },
    click: async (x, y) => {
      await send("input.performActions", { context, actions: clickActions(x, y) });
    },
    press: async (keys) => {
      await send("input.performActions", { context, actions: keyActions(keys) });
    },
    resize: async (width, height) => {
      await send("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    async screenshot() {
      const { data } = await send("browsingContext.captureScreenshot", { context });
      return Buffer.from(String(data), "base64");
    },
    close: async () => void (await send("browser.removeUserContext", { userContext })),
  };
}

/** @throws {Error} the page's own exception */
function parseResult(answer: Record<string, unknown>): unknown {
  const { result, exceptionDetails } = answer;
  if (isObject(exceptionDetails)) throw new Error(String(exceptionDetails["text"]));
  if (!isObject(result) || typeof result["value"] !== "string") return undefined;
  return JSON.parse(result["value"]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
