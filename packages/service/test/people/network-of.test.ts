import { networkOf } from "../../src/people/network-of.ts";
import { expect, test } from "vitest";

// R-USER-1: what counts as one visitor.

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:0000:0000:0000:0009", "2001:db8:1:2::/64"],
  // Shortened inside the network part.
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["2001:db8::1:0:0:9", "2001:db8:0:0::/64"],
  ["2001:db8::2:3:4:5:6", "2001:db8:0:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  // An IPv4 address as a dual-stack socket reports it.
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["::FFFF:0:0", "0.0.0.0"],
  ["not an address", "not an address"],
])("%s belongs to %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
