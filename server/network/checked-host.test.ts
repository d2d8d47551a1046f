import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./checked-host.ts";

describe("an address is public", () => {
  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001::200e",
  ])("%s", (address) => expect(isPublicAddress(address)).toBe(true));
});

describe("an address is not public", () => {
  test.each([
    ["this network", "0.0.0.0"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["a carrier's", "100.64.0.1"],
    ["a carrier's", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["a cloud's metadata", "169.254.169.254"],
    ["protocol", "192.0.0.8"],
    ["documentation", "192.0.2.1"],
    ["benchmarks", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-mapped private", "::ffff:10.0.0.1"],
    ["IPv4-mapped public", "::ffff:1.1.1.1"],
    ["IPv4-compatible", "::127.0.0.1"],
    ["NAT64", "64:ff9b::a00:1"],
    ["local NAT64", "64:ff9b:1::1"],
    ["discard", "100::1"],
    ["Teredo", "2001:0:53aa:64c::1"],
    ["documentation", "2001:db8::1"],
    ["6to4 of a private", "2002:a00:1::1"],
    ["documentation", "3fff::1"],
    ["unique local", "fd12:3456::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["no address", "localhost"],
    ["no address", ""],
    ["no address", "0x7f000001"],
  ])("%s: %s", (_what, address) => expect(isPublicAddress(address)).toBe(false));
});
