/** A recorded call on the dispatch board. */
import { content } from "../content.ts";
import { recordedSite, recording } from "../e2e/recorded-site.ts";
import { perWorker } from "../e2e/test.ts";
import { expect, test as base } from "./test.ts";

const test = base.extend({ siteEnv: perWorker(recordedSite) });

test("plays at a press with its captions in step, pauses, and ends", async ({ visitor }) => {
  const said = () => visitor.look(() => document.querySelector("#hero figure")?.textContent ?? "");
  await visitor.open("/");
  await visitor.untilHydrated();
  await visitor.clicks("link", `${recording.label}, 0:06`);
  await expect.poll(said).toContain("Thanks for calling.");
  await visitor.clicks("link", content.demo.pause);
  await visitor.clicks("link", `${recording.label}, 0:06`);
  await expect.poll(said).toContain("Our furnace quit.");
  await visitor.finds("link", `${recording.label}, 0:06`);
});
