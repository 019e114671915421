import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { DomainError } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";

/** Who may read what is told of the whole installation. */
export interface MetricsAccess {
  /** What a scraper sends as its bearer; null where none was set. */
  readonly token: string | null;
  /** Something stands in front and passes requests of others on, so that all of them come from its address. */
  readonly isBehindProxy: boolean;
}

/** Headers by which what stands in front tells that it does. */
const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * Figures of all organizations together are no organization's to read (R-ORG-1): no key opens them. Without a token only what runs
 * on the same machine does, and that only where nothing in front could be passing on what others ask.
 */
export function refuseForeignScrape({ token, isBehindProxy }: MetricsAccess, request: FastifyRequest): void {
  if (token === null) {
    if (!isBehindProxy && isFromThisMachine(request)) return;
    throw new DomainError(
      "unauthorized",
      "From another machine or through a proxy this needs COUNTERFOIL_METRICS_TOKEN: set it, and send it as Authorization: Bearer.",
    );
  }
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (sent === undefined || !isSame(sent, token)) {
    throw new DomainError(
      "unauthorized",
      "Send COUNTERFOIL_METRICS_TOKEN as the header Authorization: Bearer <TOKEN>.",
    );
  }
}

/** By hashes, which are of one length: how long it takes tells nothing. */
function isSame(sent: string, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

/** Proxies that say nothing of themselves speak HTTP/1.0; a page that a name of its own led here sends that name as the host. */
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
