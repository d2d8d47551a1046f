import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { parseEnv } from "node:util";
import {
  fail,
  installWhenStale,
  pinnedNode,
  provideLibatomic,
  root,
} from "./install.mjs";

const [command, ...args] = process.argv.slice(2);

/** Node starts `npm run dev` again when a module changes that it has loaded. */
const WATCH = ["--watch", "--watch-preserve-output"];

/**
 * Passes signals to the program and its exit code
 * to npm. Ends the program if npm's shell ends.
 */
export function start() {
  installWhenStale();
  provideLibatomic();
  const modules = join(root, "node_modules");
  const env = {
    NODE_COMPILE_CACHE: join(modules, ".cache", "node"),
    // Tests ignore the owner's settings, so that they send nothing to anybody.
    ...(basename(command) === "test" ? {} : settings()),
    ...process.env,
    PATH: join(modules, ".bin") + delimiter + process.env.PATH,
  };
  const program = join(root, "scripts", `${command}.ts`);
  const options = command === "dev" ? WATCH : [];
  const child = spawn(pinnedNode, [...options, program, ...args], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env,
  });
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  const startedBy = process.ppid;
  const byNpm = process.env.npm_lifecycle_event !== undefined;
  const watch = setInterval(
    () => byNpm && process.ppid !== startedBy && end("SIGTERM"),
    500,
  );
  const end = (signal) => {
    clearInterval(watch);
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => end(signal));
}

const SETTING = /^ *(?:export )?\w+ *=\s*(.*)$/;
/**
 * Values that `parseEnv` reads whole. It cuts
 * others at `#` or a quote, or breaks them at `\n`.
 * What stands behind ` # ` is a comment.
 */
const UNQUOTED = /^(?!["'`])[^#]*(?:\s#\s.*)?$/;
const QUOTED = /^(?:"(?:(?!\\n)[^"])*"|'[^']*'|`[^`]*`)\s*(?:#.*)?$/;
/**
 * Outside of single quotes, Compose puts a variable
 * in the place of `$NAME`, and `$` for `$$`.
 */
const FILLED_IN = /^[^'].*\$[\w{$]|^\$[\w{$]/;
const DIFFERS = "has a $, which Docker Compose reads otherwise: NAME='value'.";
const LOST =
  "is not read as written: write NAME='value', and a comment on a line of its own.";

/**
 * Reads `.env`. Node's own `--env-file`
 * misreads a byte order mark and old encodings.
 */
function settings() {
  const file = join(root, ".env");
  if (!existsSync(file))
    return existsSync(`${file}.txt`) ? fail(`${file}.txt: name it .env`) : {};
  try {
    const written = new TextDecoder("utf-8", { fatal: true }).decode(
      readFileSync(file),
    );
    // After `NAME= `, Node 26 takes the next line as
    // the value. No Node ends a line at `\r` alone.
    const text = written.replaceAll(/[\t ]*(?:\r\n?|\n)/g, "\n");
    for (const [index, line] of text.split("\n").entries()) {
      if (/^\s*(?:#|$)/.test(line)) continue;
      const [, value] = SETTING.exec(line) ?? [];
      const isWhole =
        value !== undefined && (UNQUOTED.test(value) || QUOTED.test(value));
      if (!isWhole) console.error(`${file}:${index + 1} ${LOST}`);
      else if (FILLED_IN.test(value))
        console.error(`${file}:${index + 1} ${DIFFERS}`);
    }
    return parseEnv(text);
  } catch (error) {
    const misread =
      error instanceof TypeError && "is not saved as UTF-8: save it as UTF-8.";
    return fail(`${file} ${misread || `cannot be read: ${error.message}`}`);
  }
}
