import { isIPv6 } from "node:net";

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The address range of one visitor: an IPv4 address, or the /64 of an IPv6 address, because a single host can use any
 * of its 2^64 addresses. IPv4 addresses in IPv6 notation become IPv4. Other text is unchanged.
 */
export function networkOf(address: string): string {
  const [host = ""] = address.split("%");
  if (!isIPv6(host)) return address;
  const groups = groupsOf(host);
  if (isMapped(groups)) return groups.slice(6).map(dotted).join(".");
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** The eight groups, without leading zeros. The URL parser normalizes every form of an address to RFC 5952. */
function groupsOf(host: string): string[] {
  const [head = "", tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [partsOf(head), partsOf(tail ?? "")];
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill("0"), ...after];
}

function partsOf(text: string): string[] {
  return text === "" ? [] : text.split(":");
}

/** `::ffff:0:0/96` */
function isMapped(groups: readonly string[]): boolean {
  return groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
}

function dotted(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >>> 8}.${value & 0xff}`;
}
