import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { DomainError } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";

/** Who may read the metrics of the whole installation. */
export interface MetricsAccess {
  /** The bearer token of the scraper. Null if none is set. */
  readonly token: string | null;
  /** Whether a proxy is in front of the server, so that all requests come from its address. */
  readonly isBehindProxy: boolean;
}

/** Headers with which a proxy identifies itself. */
const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * Metrics cover all organizations, so no API key can read them (R-ORG-1). Without a token, only processes on the same
 * machine can read them, and only if no proxy could be passing on requests of others.
 */
export function refuseForeignScrape({ token, isBehindProxy }: MetricsAccess, request: FastifyRequest): void {
  if (token === null) {
    if (!isBehindProxy && isFromThisMachine(request)) return;
    throw new DomainError(
      "unauthorized",
      "Metrics are open only to requests from this machine. " +
        "Set COUNTERFOIL_METRICS_TOKEN and send it as Authorization: Bearer <TOKEN>.",
    );
  }
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (sent === undefined || !isSame(sent, token)) {
    throw new DomainError(
      "unauthorized",
      "Send the value of COUNTERFOIL_METRICS_TOKEN as the header Authorization: Bearer <TOKEN>.",
    );
  }
}

/** Compares hashes, which have the same length, so that the duration discloses nothing. */
function isSame(sent: string, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

/**
 * Proxies that do not identify themselves use HTTP/1.0. A web page whose own domain resolves to this machine sends that
 * domain as Host.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = (raw.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const isLoopback = address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
  const isPassedOn = raw.httpVersion === "1.0" || FORWARDED.some((name) => headers[name] !== undefined);
  return isLoopback && !isPassedOn && isOwnName(headers.host ?? "");
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return name === "localhost" || isIP(name) !== 0;
}
