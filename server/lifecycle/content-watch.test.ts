import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { snapshot } from "../content/content-folder.ts";
import { watchContent } from "./content-watch.ts";

test("a changed folder is shown once, when two looks in a row find no further change", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
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
});

test("a folder that somebody else has shown meanwhile is not shown again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  let read = snapshot(folder);
  const show = vi.fn<() => void>();
  watchContent(folder, () => read, show);
  writeFileSync(join(folder, "home.yaml"), "a");
  read = snapshot(folder);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(show).not.toHaveBeenCalled();
});
