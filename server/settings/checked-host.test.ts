import { expect, test } from "vitest";
import { isPublicAddress } from "./checked-host.ts";

test.each([
  ["1.1.1.1 172.32.0.0 2606:4700:4700::1111", true],
  // Private, loopback, a cloud's metadata, a
  // carrier's, for documentation, reserved.
  ["10.0.0.1 127.0.0.1 169.254.169.254 100.64.0.1 192.0.2.1 240.0.0.1", false],
  [
    "::1 :: fd12:3456::1 fe80::1 fe80::1%eth0 2001:db8::1 100::1 4000::1",
    false,
  ],
  // Ways to write or to reach an address of IPv4.
  ["::ffff:10.0.0.1 ::ffff:1.1.1.1 ::127.0.0.1 64:ff9b::a00:1", false],
  ["localhost 0x7f000001", false],
])("of the addresses %s each is public: %s", (addresses, isPublic) => {
  for (const address of addresses.split(" "))
    expect(isPublicAddress(address), address).toBe(isPublic);
});
