import { expect, test, vi } from "vitest";
import {
  createLimit,
  createLimits,
  senderOf,
  type RateLimit,
  type Take,
} from "./rate-limit.ts";

const SETTINGS: RateLimit = {
  perMinute: 60,
  totalPerMinute: 600,
  includeLoopback: false,
};
const MINUTE = { periodMs: 60_000 };
const THRICE = Array(3).fill("203.0.113.1");

function passing() {
  vi.useFakeTimers({
    toFake: ["Date", "setTimeout", "clearTimeout", "performance"],
  });
  return (seconds: number) => void vi.advanceTimersByTime(seconds * 1_000);
}

/**
 * 0 if granted, the seconds to wait (`everybody 60`
 * for everybody's limit), or `too many`.
 */
async function waitOf(answer: ReturnType<Take>): Promise<number | string> {
  const refused = await answer;
  if (refused.kind === "granted") return 0;
  if (refused.kind === "too-many") return "too many";
  return refused.kind === "address"
    ? refused.retryAfter
    : `everybody ${refused.retryAfter}`;
}

async function inTurn(
  take: Take,
  addresses: readonly string[],
): Promise<(number | string)[]> {
  const answers = [];
  for (const address of addresses) answers.push(await waitOf(take(address)));
  return answers;
}

/** The address of each request. */
const SENDERS = {
  address: () => "203.0.113.1",
  network: (n: number) => `2001:db8:7:${n.toString(16)}::1`,
  country: (n: number) => `2001:db8:${n.toString(16)}::1`,
};

test("after its number of requests in a period, a limit says when to try again", async () => {
  const pass = passing();
  const take = createLimit(SETTINGS, { ...MINUTE, address: 2 });
  expect(await inTurn(take, THRICE)).toEqual([0, 0, 60]);
  pass(59);
  expect(await waitOf(take("203.0.113.1"))).toBe(1);
});

test("a limit holds and ends in time if the clock is set a year ahead or back", async () => {
  const pass = passing();
  const year = 365 * 24 * 60 * 60 * 1_000;
  for (const shift of [year, -year]) {
    const take = createLimit(SETTINGS, { ...MINUTE, address: 1 });
    expect(await waitOf(take("203.0.113.1"))).toBe(0);
    vi.setSystemTime(Date.now() + shift);
    expect(Number(await waitOf(take("203.0.113.1")))).toBeLessThanOrEqual(60);
    pass(60);
    expect(await waitOf(take("203.0.113.1"))).toBe(0);
  }
});

test.each([
  ["address", "203.0.113.2"],
  ["network", "2001:db8:8::1"],
] as const)("the limit of one %s leaves others alone", async (scope, other) => {
  const take = createLimit(SETTINGS, { ...MINUTE, [scope]: 3 });
  for (const n of [1, 2, 3, 4]) await take(SENDERS[scope](n));
  expect(await waitOf(take(other))).toBe(0);
});

test("everybody's limit also counts this machine, and a sender's own limit refuses first", async () => {
  const take = createLimit(SETTINGS, { ...MINUTE, address: 2, all: 3 });
  expect(await inTurn(take, ["192.0.2.1", "192.0.2.1", "127.0.0.1"])).toEqual([
    0, 0, 0,
  ]);
  const refused = await inTurn(take, [
    "198.51.100.1",
    "127.0.0.1",
    "192.0.2.1",
  ]);
  expect(refused).toEqual(["everybody 60", "everybody 60", 60]);
});

test("requests that are refused do not count", async () => {
  const take = createLimit(SETTINGS, {
    ...MINUTE,
    address: 1,
    network: 2,
    all: 3,
  });
  expect(
    await inTurn(take, ["203.0.113.1", "203.0.113.1", "203.0.113.2"]),
  ).toEqual([0, 60, 0]);
  expect(
    await inTurn(take, ["203.0.113.3", "198.51.100.1", "192.0.2.1"]),
  ).toEqual([60, 0, "everybody 60"]);
});

test("a long lead counts several times, but alone it is let through even above the limit, and once more", async () => {
  const { leads } = createLimits({ ...SETTINGS, perMinute: 24 });
  const lead = (characters: number) => ({ problems: "x".repeat(characters) });
  const send = (...texts: object[]) => waitOf(leads("203.0.113.1", texts));
  expect([
    await send(lead(20_400)),
    await send(lead(9_000)),
    await send(lead(3_001)),
    await send(lead(3_000)),
  ]).toEqual([0, 0, 60, 0]);
  const few = createLimits({ ...SETTINGS, perMinute: 2 });
  for (const wait of [0, 0, 60])
    expect(await waitOf(few.leads("203.0.113.1", [lead(20_400)]))).toBe(wait);
});

const ADDRESSES =
  "203.0.113.1 ::ffff:203.0.113.1 2001:DB8:7:1:a:b:c:d fe80::1%eth0 ::1%x:: 127.0.0.1 10.89.0.1 169.254.1.1 100.64.3.2 fd12:3456::1 ::ffff:172.18.0.1";

test("an address is of a home or a phone in a network, or may stand for everybody and has no limit", async () => {
  const said = ADDRESSES.split(" ").map(
    (address) => `${address} ${JSON.stringify(senderOf(address))}`,
  );
  await expect(said.join("\n")).toMatchFileSnapshot("senders.said.txt");
  for (const includeLoopback of [true, false]) {
    const settings = { ...SETTINGS, includeLoopback };
    const take = createLimit(settings, { ...MINUTE, address: 1, network: 1 });
    const many = Array(5).fill("10.89.0.1");
    expect(await inTurn(take, many)).toEqual(Array(5).fill(0));
  }
});

test("each limit has its numbers", async () => {
  const pass = passing();
  let said = "";
  const { leads, ...others } = createLimits(SETTINGS);
  const takes: Record<string, Take> = {
    leads: (from) => leads(from, [{}]),
    ...others,
  };
  for (const [name, take] of Object.entries(takes))
    for (const [sender, address] of Object.entries(SENDERS)) {
      pass(100_000);
      let [sent, wait]: [number, number | string] = [0, 0];
      while (sent < 7_000 && wait === 0)
        wait = await waitOf(take(address(sent++)));
      said += `${name} from one ${sender}: request ${sent} waits ${wait}\n`;
    }
  await expect(said).toMatchFileSnapshot("rate-limit.said.txt");
});

test("a total of 0 turns off the limits of everybody together", async () => {
  const limits = createLimits({ ...SETTINGS, totalPerMinute: 0 });
  const mails = await inTurn(limits.confirmations, Array(500).fill("::1"));
  expect(mails).toEqual(Array(500).fill(0));
  const long = { text: "x".repeat(99_000) };
  expect(await waitOf(limits.leads("203.0.113.1", [long]))).toBe(0);
});
