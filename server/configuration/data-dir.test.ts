/** After a power cut, a file's name is on the disk only if its folder was synced. */
import { MAIL_COLORS } from "../../tests/fakes/build.ts";
import { fstatSync, fsyncSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { keptKeys } from "./secrets.ts";
import { toMessage } from "../outbox/channels/mail/compose.ts";
import { createMailFolder } from "../outbox/channels/mail/mail-folder.ts";

vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  return { ...fs, fsyncSync: vi.fn<typeof fs.fsyncSync>(fs.fsyncSync) };
});

/** Returns the numbers of the folders that were synced; a folder keeps its number. */
function syncedFolders(): () => number {
  let count = 0;
  vi.mocked(fsyncSync).mockImplementation((file) => void (count += Number(fstatSync(file).isDirectory())));
  return () => count;
}

test("the folder of the keys is synced, and so is its parent", () => {
  const synced = syncedFolders();
  keptKeys(join(temporaryFolder(), "data"), { publicKey: undefined, secretKey: undefined }).load();
  expect(synced()).toBe(2);
});

test("the folder of a mail is synced after the rename of the mail", async () => {
  const folder = temporaryFolder();
  const synced = syncedFolders();
  const from = { name: "", address: "a@sample.co" };
  const site = { siteUrl: "", brandName: "x", contactEmail: "", contactPhone: "", schedulingUrl: "" };
  const letter = { subject: "x", body: [] };
  const mail = toMessage(
    { id: "x", to: ["c@sample.co"], letter },
    { from, site, logo: null, colors: MAIL_COLORS, now: Date.now },
  );
  const sent = createMailFolder(folder).deliver(mail, "one");
  expect(await sent).toEqual({ kind: "written" });
  expect(synced()).toBe(1);
});
