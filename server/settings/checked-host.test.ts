import { expect, test } from "vitest";
import { isPublicAddress, parseTarget } from "./checked-host.ts";

/** The neighbors of reserved blocks, and three common addresses. */
const PUBLIC = `1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  172.15.255.255 172.32.0.0 192.167.255.255 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001::200e`;

test.each(PUBLIC.split(/\s+/))("the address %s is public", (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ["of this network", "0.0.0.0"],
  ["private", "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1"],
  ["a carrier's", "100.64.0.1 100.127.255.255"],
  ["loopback", "127.0.0.1 127.255.255.254 ::1"],
  ["a cloud's metadata", "169.254.169.254"],
  ["of a protocol", "192.0.0.8"],
  ["for documentation", "192.0.2.1 2001:db8::1 3fff::1"],
  ["for benchmarks", "198.19.255.255"],
  ["multicast", "224.0.0.1 ff02::1"],
  ["reserved", "240.0.0.1 255.255.255.255"],
  ["unspecified", "::"],
  ["IPv4 within IPv6", "::ffff:10.0.0.1 ::ffff:1.1.1.1 ::127.0.0.1"],
  ["NAT64", "64:ff9b::a00:1 64:ff9b:1::1"],
  ["a tunnel: Teredo, 6to4", "2001:0:53aa:64c::1 2002:a00:1::1"],
  ["discarded", "100::1"],
  ["unique local", "fd12:3456::1"],
  [
    "link-local, also with a zone, or site-local",
    "fe80::1 fe80::1%eth0 fec0::1",
  ],
  ["no address", "localhost 0x7f000001"],
  ["empty", ""],
])("an address is not public if it is %s: %s", (_what, addresses) => {
  for (const address of addresses.split(" "))
    expect(isPublicAddress(address), address).toBe(false);
});

test.each(["user@", ":password@", "user:password@"])(
  "a webhook with %s in its URL is refused",
  (login) => {
    expect(parseTarget(`https://${login}hooks.example/`, [])).toBeUndefined();
  },
);
