/** WebKitGTK, the engine of Safari, by plain WebDriver (W3C): a driver for each window, on an invisible screen. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { WebKit } from "../machine/browsers.ts";
import { freePort } from "../machine/free-port.ts";
import { withEnv } from "../../server/configuration/env.ts";
import { clickActions, keyActions, type Driver, type Engine } from "./driver.ts";

/** Lets the window shrink to a phone's width: the toolbar of MiniBrowser would keep it at 447 px. */
const GTK_STYLE = fileURLToPath(new URL("gtk", import.meta.url));

type Call = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>;

const TRIES = 3;
const ANSWER_MS = 15_000;

export async function startWebKit({ driver, miniBrowser, xvfb }: WebKit): Promise<Engine> {
  const [screen, display] = await startScreen(xvfb);
  const env = withEnv({
    DISPLAY: display,
    GDK_BACKEND: "x11",
    XDG_CONFIG_HOME: GTK_STYLE,
    NO_AT_BRIDGE: "1",
  });
  return {
    async openWindow(without) {
      for (let tries = 1; ; tries++) {
        const port = await freePort();
        // Its own process group, so no browser outlives its driver.
        const server = spawn(driver, [`--port=${port}`], { stdio: "ignore", env, detached: true });
        const call = callOn(`http://127.0.0.1:${port}`);
        while (!(await call("GET", "/status").catch(() => undefined)))
          if (server.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${server.exitCode}.`);
        try {
          return await openWindow(call, miniBrowser, without, () => stop(server));
        } catch (error) {
          // Sometimes a browser never connects to its driver.
          await stop(server);
          if (tries === TRIES) throw error;
        }
      }
    },
    async close() {
      const ended = once(screen, "exit");
      screen.kill();
      await ended;
    },
  };
}

/** @returns the screen, and its name for programs */
async function startScreen(xvfb: string): Promise<[ChildProcess, string]> {
  const screen = spawn(xvfb, ["-displayfd", "1", "-screen", "0", "2000x1400x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(screen.stdout, "data");
  return [screen, `:${String(number).trim()}`];
}

async function stop(driver: ChildProcess): Promise<void> {
  const ended = once(driver, "exit");
  if (driver.pid !== undefined) process.kill(-driver.pid, "SIGKILL");
  await ended;
}

function callOn(origin: string): Call {
  return async (method, path, body = {}) => {
    const answer = await fetch(origin + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = JSON.parse(await answer.text());
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message ?? ""}`);
    return value;
  };
}

async function openWindow(
  send: Call,
  miniBrowser: string,
  without: readonly string[],
  end: () => Promise<void>,
): Promise<Driver> {
  let silent = false;
  const call: Call = async (...command) => {
    try {
      return await send(...command);
    } catch (error) {
      silent ||= error instanceof Error && error.name === "TimeoutError";
      throw error;
    }
  };
  const features = without.map((feature) => `-${feature}`).join(",");
  const options = { binary: miniBrowser, args: ["--automation", `--features=${features}`] };
  const answer = await call("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  const session = `/session/${Object(answer).sessionId}`;
  const post = async (path: string, body?: object): Promise<void> =>
    void (await call("POST", session + path, body));
  const evaluate: Driver["evaluate"] = async (expression) => {
    const script = `const done = arguments[0];
      (async () => ${expression})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = Object(await call("POST", `${session}/execute/async`, { script, args: [] }));
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return {
    open: (url) => post("/url", { url }),
    go: (delta) => post(delta === -1 ? "/back" : "/forward"),
    evaluate,
    click: (x, y) => post("/actions", { actions: clickActions(x, y) }),
    press: (keys) => post("/actions", { actions: keyActions(keys) }),
    async resize(width, height) {
      // The window is larger than the page by its bars, whose size is known only after the first resize.
      for (let times = 0; times < 20; times++) {
        const [across = 0, down = 0] = String(await evaluate("`${innerWidth} ${innerHeight}`")).split(" ");
        if (Number(across) === width && Number(down) === height) return;
        const rect = Object(await call("GET", `${session}/window/rect`));
        const next = {
          width: rect.width + width - Number(across),
          height: rect.height + height - Number(down),
        };
        // A page that has not followed its window yet would ask for a window of negative size.
        if (next.width > 0 && next.height > 0) await post("/window/rect", next);
        else await wait(50);
      }
      throw new Error(`The window cannot be made ${width} x ${height}.`);
    },
    async screenshot() {
      return Buffer.from(String(await call("GET", `${session}/screenshot`)), "base64");
    },
    async close() {
      if (!silent) await call("DELETE", session);
      await end();
    },
    fellSilent: () => silent,
  };
}
