/** More connections than the process may have open (EMFILE). */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished, test } from "vitest";
import { startProcess } from "../fakes/process.ts";
import { CLIENTS, expectReady, idleCpu, newScene, often, STEADY, TRYING_PERCENT } from "./scene.ts";

const MOST = 64;

test("without free descriptors nothing is lost, and visitors are served once there are some", async (context) => {
  const scene = await newScene();
  const { env, flood } = scene;
  const site = await startProcess(env, { shell: `ulimit -n ${MOST}; exec "$0" "$@"` });
  const rounds = often(4, 1);
  let busiest = 0;
  for (let round = 0; round < rounds; round++) {
    const stop = flood.start(site.port, CLIENTS, STEADY);
    await flood.reach(20);
    const idle = Array.from({ length: 2 * MOST }, () =>
      connect(site.port, "127.0.0.1").on("error", () => {}),
    );
    onTestFinished(() => idle.forEach((socket) => socket.destroy()));
    // At first for longer than a minute: each timer fires meanwhile, that of the daily backup every ten seconds.
    await sleep(round === 0 ? often(70_000, 12_000) : 2_000);
    const stopped = stop();
    // Mails that found no descriptor are still tried again.
    busiest = Math.max(busiest, await idleCpu([site], TRYING_PERCENT));
    for (const socket of idle) socket.destroy();
    await stopped;
    await expectReady(site, 200);
  }
  const also = `${busiest.toFixed(1)} % CPU meanwhile`;
  const fault = `No descriptor left (\`ulimit -n ${MOST}\`, ${2 * MOST} connections)`;
  await scene.expectKept(context, { fault, times: `${rounds} times`, also }, site);
}, 300_000);
