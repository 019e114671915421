import { lookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { type AllowedTargets, hostOf, isRefusedAddress } from "@counterfoil/service";

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

class RefusedTarget extends Error {}

/**
 * The look-up for one connection to a target. It returns all addresses of the host, or none of them if one is not
 * allowed. Throws if the target itself is a refused address, because an address is not looked up.
 */
export function checkedLookup(target: URL, targets: AllowedTargets, resolve: Resolve): LookupFunction {
  const asked = hostOf(target);
  const isFine = (address: string) => targets.hosts.has(asked) || !isRefusedAddress(address, targets);
  if (isIP(asked) !== 0 && !isFine(asked)) throw refused(asked);
  return (host, options, done) => {
    const find = async (): Promise<void> => {
      const addresses = await resolve(host);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isFine(address))) throw refused(host);
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    };
    // oxlint-disable-next-line promise/no-callback-in-promise -- a look-up answers by its callback
    void find().catch((error: NodeJS.ErrnoException) => done(error, "", 0));
  };
}

function refused(host: string): Error {
  return new RefusedTarget(`${host} is not on the public internet. Webhooks are sent only there.`);
}

export function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return new Promise((settle, fail) =>
    lookup(host, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? settle(addresses) : fail(error),
    ),
  );
}
