import { BlockList, isIP } from "node:net";

/**
 * Where requests may go in addition to the public internet, as the operator allowed. Every other non-public address is
 * refused: a user who enters the address of an endpoint must not reach what this machine can reach.
 */
export interface AllowedTargets {
  readonly networks: BlockList;
  /** Host names whose addresses are not checked. */
  readonly hosts: ReadonlySet<string>;
}

export const NO_ALLOWED_TARGETS: AllowedTargets = { networks: new BlockList(), hosts: new Set() };

/**
 * IPv4 that is not public: RFC 6890 and its successors, and the one public address at which a cloud serves its
 * metadata.
 */
const REFUSED_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** All global unicast IPv6. Everything else is outside: mapped and NAT64 forms, ULA, link-local, multicast. */
const GLOBAL_IPV6 = "2000::/3";
/** The parts of it that are not public: Teredo, benchmarks, ORCHID, documentation, 6to4. */
const REFUSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const refusedIpv4 = networksOf(REFUSED_IPV4);
const globalIpv6 = networksOf([GLOBAL_IPV6]);
const refusedIpv6 = networksOf(REFUSED_IPV6);

/** Whether requests to an address are refused. The address may come from a resolver or from the host of a URL. */
export function isRefusedAddress(text: string, allowed: AllowedTargets): boolean {
  const address = text.replace(/%.*$/, "");
  const family = isIP(address);
  if (family === 0) return true;
  if (allowed.networks.check(address, family === 4 ? "ipv4" : "ipv6")) return false;
  if (family === 4) return refusedIpv4.check(address, "ipv4");
  return !globalIpv6.check(address, "ipv6") || refusedIpv6.check(address, "ipv6");
}

/** The host of a URL: a lowercase name without the trailing dot, or an IP address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/**
 * Why nothing can be sent to an address. Null if it may be allowed, which is known only after its name is resolved. URL
 * parsing turns numbers in any notation (2130706433, 0x7f.1, 0177.1) into addresses.
 */
export function targetFault(text: string, allowed: AllowedTargets): { code: string; detail: string } | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    return { code: "wrong_format", detail: "must be a URL that begins with https:// or http://" };
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    return { code: "wrong_format", detail: "must not contain a user, a password or a fragment" };
  }
  const host = hostOf(url);
  if (allowed.hosts.has(host)) return null;
  const isRefused = isIP(host) === 0 ? /(^|\.)localhost$/.test(host) : isRefusedAddress(host, allowed);
  return isRefused
    ? { code: "refused_target", detail: `points to ${host}, which is not on the public internet` }
    : null;
}

/** Reads `10.0.0.0/8, fd00::/8, hooks.internal`: networks, addresses and host names. */
export function readAllowedTargets(text: string): { targets: AllowedTargets; faults: string[] } {
  const networks = new BlockList();
  const hosts = new Set<string>();
  const faults: string[] = [];
  for (const entry of text.split(",").map((one) => one.trim().toLowerCase())) {
    if (isNetwork(entry)) addNetwork(networks, entry);
    else if (/^(?=.*[a-z])[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(entry))
      hosts.add(entry);
    else faults.push(entry);
  }
  return { targets: { networks, hosts }, faults };
}

function isNetwork(text: string): boolean {
  const [address = "", prefix = "0", ...rest] = text.split("/");
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

function networksOf(texts: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const text of texts) addNetwork(networks, text);
  return networks;
}

function addNetwork(networks: BlockList, text: string): void {
  const [address = "", prefix] = text.split("/");
  const family = isIP(address) === 4 ? "ipv4" : "ipv6";
  if (prefix === undefined) networks.addAddress(address, family);
  else networks.addSubnet(address, Number(prefix), family);
}
