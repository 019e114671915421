import { isRefusedAddress, NO_ALLOWED_TARGETS, readAllowedTargets, targetFault } from "../../src/targets.ts";
import { expect, test } from "vitest";

// Refused webhook targets (R-HOOK-2): addresses that the machine can reach and the public cannot.

const REFUSED_ADDRESSES: readonly (readonly [address: string, because: string])[] = [
  ["0.0.0.0", "this machine"],
  ["0.1.2.3", "this network"],
  ["10.0.0.1", "private"],
  ["100.64.0.1", "carrier-grade NAT"],
  ["100.100.100.200", "metadata of a cloud, in carrier-grade NAT"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["168.63.129.16", "metadata of a cloud at a public address"],
  ["169.254.0.1", "link-local"],
  ["169.254.169.254", "metadata"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.0.0.192", "metadata of a cloud, in protocol assignments"],
  ["192.0.2.1", "documentation"],
  ["192.88.99.1", "relays of 6to4"],
  ["192.168.1.1", "private"],
  ["198.18.0.1", "benchmarks"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "this machine"],
  ["::1", "loopback"],
  ["::ffff:10.0.0.1", "IPv4 mapped"],
  ["::ffff:8.8.8.8", "IPv4 mapped, whatever it holds"],
  ["::ffff:7f00:1", "IPv4 mapped, in hexadecimal"],
  ["::127.0.0.1", "IPv4 compatible"],
  ["64:ff9b::7f00:1", "NAT64"],
  ["64:ff9b:1::1", "NAT64 of a network's own"],
  ["100::1", "discard"],
  ["2001::1", "Teredo"],
  ["2001:2::1", "benchmarks"],
  ["2001:10::1", "ORCHID"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::1", "6to4"],
  ["3fff::1", "documentation"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "metadata, in unique local"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local, with a zone"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["10.0.0.1.", "no address at all"],
  ["", "no address at all"],
];

test.each(REFUSED_ADDRESSES)("%s is refused because it is %s", (address) => {
  expect(isRefusedAddress(address, NO_ALLOWED_TARGETS)).toBe(true);
});

test.each(["1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "169.253.0.1", "2606:4700::1111"])(
  "%s is public",
  (address) => {
    expect(isRefusedAddress(address, NO_ALLOWED_TARGETS)).toBe(false);
  },
);

const REFUSED_URLS: readonly (readonly [url: string, code: string])[] = [
  ["http://127.0.0.1/", "refused_target"],
  ["http://2130706433/", "refused_target"],
  ["http://0x7f000001/", "refused_target"],
  ["http://0x7f.1/", "refused_target"],
  ["http://0177.0.0.1/", "refused_target"],
  ["http://017700000001/", "refused_target"],
  ["http://127.1/", "refused_target"],
  ["http://127.0.0.1./", "refused_target"],
  ["http://①②⑦.0.0.1/", "refused_target"],
  ["http://[::1]/", "refused_target"],
  ["http://[::ffff:127.0.0.1]/", "refused_target"],
  ["http://[::ffff:a9fe:a9fe]:8080/", "refused_target"],
  ["http://[64:ff9b::169.254.169.254]/", "refused_target"],
  ["https://localhost/", "refused_target"],
  ["https://LOCALHOST./", "refused_target"],
  ["https://a.localhost:8443/", "refused_target"],
  ["https://169.254.169.254/latest/meta-data", "refused_target"],
  ["ftp://example.com/", "wrong_format"],
  ["file:///etc/passwd", "wrong_format"],
  ["gopher://example.com/", "wrong_format"],
  ["javascript:alert(1)", "wrong_format"],
  ["unix:/var/run/docker.sock", "wrong_format"],
  ["example.com/hooks", "wrong_format"],
  ["https://", "wrong_format"],
  ["https://user:password@example.com/", "wrong_format"],
  ["https://example.com/#part", "wrong_format"],
];

test.each(REFUSED_URLS)("rejects an endpoint at %s: %s", (url, code) => {
  expect(targetFault(url, NO_ALLOWED_TARGETS)?.code).toBe(code);
});

test("an endpoint can have any public name, address, port and path", () => {
  for (const url of [
    "https://hooks.example.com/a?b=c",
    "http://1.1.1.1:8080/",
    "https://[2606:4700::1111]/",
    "https://münchen.example/",
  ]) {
    expect(targetFault(url, NO_ALLOWED_TARGETS), url).toBeNull();
  }
});

test("the operator's list allows what it names and nothing else", () => {
  const { targets, faults } = readAllowedTargets("10.0.0.0/8, ::1, hooks.internal");
  expect(faults).toEqual([]);
  for (const address of ["10.9.8.7", "::1"]) expect(isRefusedAddress(address, targets)).toBe(false);
  for (const address of ["127.0.0.1", "192.168.0.1", "::2"]) expect(isRefusedAddress(address, targets)).toBe(true);
  expect(targetFault("http://10.9.8.7:9000/", targets)).toBeNull();
  expect(targetFault("http://hooks.internal/", targets)).toBeNull();
  expect(targetFault("http://localhost/", targets)?.code).toBe("refused_target");
  expect(readAllowedTargets("10.0.0.0/33, http://x, 1.2.3, a_b").faults).toEqual([
    "10.0.0.0/33",
    "http://x",
    "1.2.3",
    "a_b",
  ]);
});
