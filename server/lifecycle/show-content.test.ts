import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { writeBuild } from "../../tests/support/build.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { snapshot } from "../content/content-folder.ts";
import { readEnv } from "../settings/env.ts";
import { OperatorError } from "../settings/operator-error.ts";
import {
  createShowContent,
  renderContent,
  watchContent,
} from "./show-content.ts";

/**
 * A show whose renderings end when the test says so, with an error or without.
 */
function controlled() {
  const renderings: PromiseWithResolvers<void>[] = [];
  const report = vi.fn<(mistakes: string | undefined) => void>();
  const error = vi.fn<(about: object, sentence: string) => void>();
  const folder = temporaryFolder();
  const drawn = () => {
    const rendering = Promise.withResolvers<void>();
    renderings.push(rendering);
    return rendering.promise;
  };
  const parts = { show: drawn, report, log: { error } };
  const { show, lastRead } = createShowContent(folder, parts, 0);
  return { folder, show, lastRead, renderings, report, error };
}

test("a change during a rendering leads to exactly one more, for all who ask", async () => {
  const { folder, show, lastRead, renderings } = controlled();
  writeFileSync(join(folder, "home.yaml"), "a");
  const first = show();
  expect(lastRead()).toBe(snapshot(folder));
  const [second, third] = [show(), show()];
  expect(renderings).toHaveLength(1);
  renderings[0]?.resolve();
  expect(await first).toEqual({ kind: "shown" });
  await expect.poll(() => renderings).toHaveLength(2);
  // This change comes after the second rendering has begun to read.
  const fourth = show();
  renderings[1]?.resolve();
  expect(await Promise.all([second, third])).toEqual([
    { kind: "shown" },
    { kind: "shown" },
  ]);
  await expect.poll(() => renderings).toHaveLength(3);
  renderings[2]?.resolve();
  expect(await fourth).toEqual({ kind: "shown" });
  expect(renderings).toHaveLength(3);
});

test("who asks to show words with a mistake is told why they are not shown, and so are others", async () => {
  const { show, renderings, report, error } = controlled();
  const refused = show();
  const corrected = show();
  renderings[0]?.reject(new OperatorError("home.yaml:3:1: a colon"));
  expect(await refused).toEqual({
    kind: "refused",
    mistakes: "home.yaml:3:1: a colon",
  });
  expect(report).toHaveBeenLastCalledWith("home.yaml:3:1: a colon");
  await expect.poll(() => renderings).toHaveLength(2);
  renderings[1]?.resolve();
  expect(await corrected).toEqual({ kind: "shown" });
  expect(report).toHaveBeenLastCalledWith(undefined);
  expect(error).not.toHaveBeenCalled();
});

test("words are not shown by the program of another build, nor with a mistake, which is named", async () => {
  const folder = temporaryFolder();
  const env = readEnv({
    TEST_DIST: writeBuild(folder, { program: "ours" }),
    DATA_DIR: folder,
    CONTENT_DIR: folder,
  });
  await expect(renderContent(env, "older")).rejects.toThrow("Restart the site");
  await expect(renderContent(env, "ours")).rejects.toThrow("home.yaml");
});

test("a fault of the program while showing words is logged with its cause, and the folder is read again", async () => {
  const { show, lastRead, renderings, error } = controlled();
  const refused = show();
  const fault = new TypeError("a fault");
  renderings[0]?.reject(fault);
  expect(await refused).toMatchObject({ kind: "refused" });
  expect(error).toHaveBeenCalledWith({ err: fault }, expect.any(String));
  await expect.poll(lastRead).toBe("");
});

test("a changed folder is shown once, when two looks in a row find no further change", async () => {
  vi.useFakeTimers();
  const folder = temporaryFolder();
  const write = (text: string) =>
    writeFileSync(join(folder, "home.yaml"), text);
  write("a");
  let read = snapshot(folder);
  const show = vi.fn(() => void (read = snapshot(folder)));
  watchContent(folder, () => read, show);
  const look = () => vi.advanceTimersByTimeAsync(2_000);
  await look();
  write("ab");
  await look();
  symlinkSync("itself", join(folder, "itself"));
  await look();
  expect(
    show,
    "while files are written, and one of them cannot be read",
  ).not.toHaveBeenCalled();
  await look();
  await look();
  expect(show).toHaveBeenCalledOnce();
  write("abc");
  read = snapshot(folder);
  for (let looks = 0; looks < 3; looks++) await look();
  expect(show, "somebody else has shown it").toHaveBeenCalledOnce();
  write("abd");
  for (let looks = 0; looks < 3; looks++) await look();
  expect(show, "as long as before").toHaveBeenCalledTimes(2);
});
