import { expect, test } from "vitest";
import { CALLS, createFurtherLimit, createRateLimit, RENDERINGS } from "./rate-limit.ts";
import type { RateLimit, TakeTokens } from "./rate-limit.ts";

function limiter(limit: Partial<RateLimit>) {
  let time = 0;
  const whole = { perMinute: 0, totalPerMinute: 0, includeLoopback: false, ...limit };
  const takeTokens = createRateLimit(whole, () => time);
  return {
    take: (...asked: Parameters<TakeTokens>) => short(takeTokens(...asked)),
    /** Takes tokens for a request that stores nothing. */
    try: (address: string) => {
      const taken = takeTokens(address);
      if ("giveBack" in taken) taken.giveBack();
      return short(taken);
    },
    pass: (seconds: number) => (time += seconds * 1000),
  };
}

/** 0 when tokens were taken, else the seconds to wait. */
function short(answer: ReturnType<TakeTokens>): number | string {
  if (answer.kind === "taken") return 0;
  if (answer.kind === "too-many") return "too many";
  return answer.kind === "address" ? answer.retryAfter : `everybody ${answer.retryAfter}`;
}

test("the rate limit lets a burst of a minute's worth through, then one at a time", () => {
  const { take, pass } = limiter({ perMinute: 3 });
  expect([1, 2, 3, 4].map(() => take("203.0.113.1"))).toEqual([0, 0, 0, 20]);
  pass(19);
  expect(take("203.0.113.1")).toBe(1);
  pass(1);
  expect([take("203.0.113.1"), take("203.0.113.1")]).toEqual([0, 20]);
  pass(3600);
  expect([1, 2, 3, 4].map(() => take("203.0.113.1"))).toEqual([0, 0, 0, 20]);
});

test("the rate limit has a minute's worth at any fraction of a millisecond", () => {
  const { take, pass } = limiter({ perMinute: 60 });
  for (let n = 0; n < 100; n++) {
    pass(1 / 7);
    expect(take(`10.1.${n}.1`, 60), `after ${n + 1} sevenths of a second`).toBe(0);
  }
});

test("the rate limit counts each address separately, and a /64 of IPv6 as one", () => {
  const { take } = limiter({ perMinute: 1 });
  expect([take("203.0.113.1"), take("203.0.113.2"), take("::ffff:203.0.113.1")]).toEqual([0, 0, 60]);
  expect([take("2001:db8:0:1::1"), take("2001:DB8::1:a:b:c:d"), take("2001:db8:0:2::1")]).toEqual([0, 60, 0]);
  expect([take("fe80::1%eth0"), take("fe80::2")]).toEqual([0, 60]);
});

test("the rate limit lets a /48 of IPv6 send ten times as much as one of its /64 networks", () => {
  const { take } = limiter({ perMinute: 2 });
  const homes = Array.from({ length: 30 }, (_, home) => take(`2001:db8:7:${home.toString(16)}::1`));
  expect(homes.filter((taken) => taken === 0)).toHaveLength(20);
  expect(homes.at(-1)).toBe(3);
  expect(take("2001:db8:8::1")).toBe(0);
});

test("the rate limit ends for everybody when all together send too much, including this machine", () => {
  const { take, pass } = limiter({ totalPerMinute: 4 });
  const addresses = ["192.0.2.1", "198.51.100.1", "203.0.113.1", "127.0.0.1"];
  expect(addresses.map((address) => take(address))).toEqual([0, 0, 0, 0]);
  expect([take("10.1.1.1"), take("127.0.0.1")]).toEqual(["everybody 15", "everybody 15"]);
  // A request that one bucket refuses takes nothing from the other.
  pass(15);
  expect([take("10.1.1.1"), take("10.1.2.1")]).toEqual([0, "everybody 15"]);
});

test("the rate limit does not count requests that store nothing", () => {
  const limit = limiter({ perMinute: 1, totalPerMinute: 8 });
  for (let n = 0; n < 100; n++) expect(limit.try("203.0.113.1")).toBe(0);
  for (let n = 0; n < 8; n++) expect(limit.take(`10.1.${n}.1`)).toBe(0);
});

test.each([
  ["a /24 of IPv4", (n: number) => `203.0.113.${n}`],
  ["a /32 of IPv6", (n: number) => `2001:db8:${n.toString(16)}::1`],
])("the rate limit lets %s take no more than a quarter of the total", (_network, address) => {
  const { take } = limiter({ perMinute: 10, totalPerMinute: 40 });
  const taken = Array.from({ length: 100 }, (_, n) => take(address(n))).filter((wait) => wait === 0);
  expect(taken).toHaveLength(10);
  for (let n = 0; n < 30; n++) expect(take(`10.1.${n}.1`)).toBe(0);
});

test.each([
  ["an address", "203.0.113.9", () => "203.0.113.1"],
  ["a /48", "2001:db8:9::1", (n: number) => `2001:db8:7:${n.toString(16)}::1`],
])("the rate limit lets %s take no more than half of what its network can", (_who, neighbor, address) => {
  for (const perMinute of [0, 10]) {
    const { take } = limiter({ perMinute, totalPerMinute: 40 });
    const taken = Array.from({ length: 100 }, (_, n) => take(address(n))).filter((wait) => wait === 0);
    expect(taken).toHaveLength(5);
    expect(take(neighbor)).toBe(0);
  }
});

test("the rate limit reserves half of the total for addresses that were not seen for an hour", () => {
  const { take, pass } = limiter({ perMinute: 5, totalPerMinute: 40 });
  const many = Array.from({ length: 20 }, (_, n) => `10.1.${n}.1`);
  for (const address of many) expect(take(address)).toBe(0);
  pass(60);
  const again = many.flatMap((address) => [1, 2, 3, 4, 5].map(() => take(address)));
  expect(again.filter((wait) => wait === 0)).toHaveLength(20);
  expect(again.at(-1)).toBe("everybody 3");
  for (let n = 0; n < 20; n++) expect(take(`10.2.${n}.1`)).toBe(0);
  pass(3600);
  expect(take(many[0] ?? "")).toBe(0);
});

test("the rate limit counts a long lead several times, but never refuses a single one", () => {
  const { take } = limiter({ perMinute: 24 });
  expect([take("203.0.113.1", 1, 20_400), take("203.0.113.1", 1, 3_001)]).toEqual([0, 3]);
  expect([take("203.0.113.2", 25), take("203.0.113.2", 2, 26_000)]).toEqual(["too many", "too many"]);
  expect(limiter({ perMinute: 2 }).take("203.0.113.1", 1, 20_400)).toBe(0);
});

test("the rate limit exempts this machine unless configured otherwise", () => {
  const local = ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"];
  const open = limiter({ perMinute: 1 });
  for (const address of [...local, ...local]) expect(open.take(address)).toBe(0);
  const counted = limiter({ perMinute: 1, includeLoopback: true });
  expect(local.map((address) => counted.take(address))).toEqual([0, 0, 0, 60]);
});

test("the rate limit is off at 0", () => {
  const { take } = limiter({ includeLoopback: true });
  for (let n = 0; n < 100; n++) expect(take("203.0.113.1", 1000)).toBe(0);
});

test("the rate limit puts everything that is not an address into one bucket", () => {
  const { take } = limiter({ perMinute: 1 });
  expect([take("unknown"), take("x".repeat(5_000))]).toEqual([0, 60]);
});

test("the rate limit forgets the addresses that were idle longest when there are too many", () => {
  const { take } = limiter({ perMinute: 1 });
  take("198.51.100.1");
  for (let n = 0; n < 10_000; n++) take(`10.0.${n >> 8}.${n & 255}`);
  expect(take("198.51.100.1")).toBe(0);
  expect(take("10.0.39.15")).toBe(60);
});

test.each([
  ["calls", CALLS, 10, 80],
  ["renderings", RENDERINGS, 5, 40],
])(
  "the limit of %s follows the limit of leads, and leaves this machine alone",
  (_name, further, own, all) => {
    const answers = (perMinute: number, addressOf: (n: number) => string) => {
      const limit = { perMinute, totalPerMinute: 10 * perMinute, includeLoopback: false };
      const take = createFurtherLimit(limit, further, () => 0);
      return Array.from({ length: 200 }, (_, n) => take(addressOf(n)).kind).filter(
        (kind) => kind === "taken",
      );
    };
    expect(answers(60, () => "203.0.113.1")).toHaveLength(own);
    expect(answers(60, (n) => `198.18.${n}.1`)).toHaveLength(all);
    expect(answers(60, () => "127.0.0.1")).toHaveLength(200);
    expect(answers(6000, () => "203.0.113.1")).toHaveLength(200);
    expect(answers(0, () => "203.0.113.1")).toHaveLength(200);
  },
);
