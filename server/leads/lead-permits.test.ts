import { register } from "prom-client";
import { expect, test } from "vitest";
import { LEAD } from "../../tests/support/leads.ts";
import { takeLeadPermits } from "./lead-permits.ts";
import { createVisitorMemory } from "./visitor-memory.ts";

const SETTINGS = {
  perMinute: 1_000,
  totalPerMinute: 10_000,
  includeLoopback: true,
};

function start() {
  register.resetMetrics();
  const memory = createVisitorMemory(SETTINGS, Date.now);
  const takeFrom = async (network: number) => {
    const permits = await takeLeadPermits(memory, `${network}.0.0.1`, [LEAD]);
    if (permits.kind !== "granted") throw new Error("No lead is allowed.");
    return permits;
  };
  const useUp = async (networks: number) => {
    for (let n = 0; n < networks * 20; n++) await takeFrom(1 + (n % networks));
  };
  return { takeFrom, useUp };
}

async function withheldConfirmations(): Promise<number> {
  const name = "nightshift_confirmations_withheld_total";
  const [, count] = (await register.metrics()).split(`\n${name} `);
  return Number.parseInt(count ?? "", 10);
}

test.each([
  [19, true, 0],
  [20, false, 1],
])(
  "after %i networks sent all that people send, the confirmation of another is %s",
  async (networks, isConfirmed, withheld) => {
    const { takeFrom, useUp } = start();
    await useUp(networks);
    expect(await takeFrom(99)).toMatchObject({ isFlood: false, isConfirmed });
    expect(await withheldConfirmations()).toBe(withheld);
  },
);

test.each(["giveBack", "keepOnlyStored"] as const)(
  "after %s, a lead uses up no confirmation and makes no flood",
  async (end) => {
    const { takeFrom, useUp } = start();
    await useUp(19);
    for (let n = 0; n < 50; n++) {
      const permits = await takeFrom(99);
      await permits[end]();
      await permits.giveBack();
    }
    expect(await takeFrom(99)).toMatchObject({
      isFlood: false,
      isConfirmed: true,
    });
    expect(await withheldConfirmations()).toBe(0);
  },
);

test("the 21st lead of a network is part of a flood, and gets no confirmation", async () => {
  const { takeFrom, useUp } = start();
  await useUp(1);
  expect(await takeFrom(1)).toMatchObject({
    isFlood: true,
    isConfirmed: false,
  });
  expect(await withheldConfirmations()).toBe(0);
});
