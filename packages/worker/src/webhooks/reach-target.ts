import { connect as connectPlain, isIP, type TcpNetConnectOpts } from "node:net";
import { connect as connectSecure } from "node:tls";
import { type AllowedTargets, hostOf } from "@counterfoil/service";
import { checkedLookup, resolveBySystem } from "./checked-lookup.ts";

const LONGEST_MILLISECONDS = 5_000;

/**
 * Connects as a delivery to this URL would, with the same look-up and the same check of the certificate, and sends
 * nothing. Returns why it cannot connect, or null.
 */
export function reachTarget(url: string, targets: AllowedTargets): Promise<string | null> {
  const target = new URL(url);
  const host = hostOf(target);
  const isSecure = target.protocol === "https:";
  return new Promise((settle) => {
    try {
      const options: TcpNetConnectOpts = {
        host,
        port: Number(target.port) || (isSecure ? 443 : 80),
        lookup: checkedLookup(target, targets, resolveBySystem),
      };
      // A server name for TLS must not be an address.
      const socket = isSecure ? connectSecure({ ...options, ...serverName(host) }) : connectPlain(options);
      const end = (failure: string | null) => {
        clearTimeout(late);
        socket.destroy();
        settle(failure);
      };
      const late = setTimeout(
        () => end(`no connection within ${LONGEST_MILLISECONDS / 1_000} s`),
        LONGEST_MILLISECONDS,
      );
      socket.once(isSecure ? "secureConnect" : "connect", () => end(null));
      socket.on("error", (error) => end(failureOf(error)));
    } catch (error) {
      settle(failureOf(error));
    }
  });
}

function serverName(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function failureOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(failureOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
