import { DomainError, networkOf } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Route } from "./route.ts";
import { millisecondsInDebt, type Rate, secondsToFull, type Standing, TokenBuckets } from "./token-buckets.ts";

/**
 * The limits of one key (R-API-8). Null means no limit. All keys of an organization together may use five times as
 * much.
 */
export interface RateLimitOptions {
  readonly requests: Rate | null;
  /** Usage events and entitlement checks, which a product sends with each of its own requests. */
  readonly usage: Rate | null;
}

export interface RateLimits {
  /** Counts a request of a caller and sets the rate limit headers. Refuses a request above the limit (429). */
  admit(
    route: Pick<Route, "scope" | "countsUsage">,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void;
  /** Counts a request without a known caller by its address. */
  admitStranger(request: FastifyRequest, reply: FastifyReply): void;
  /** Sets the rate limit headers for the address of a request without counting it. */
  show(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts received usage. Returns for how many milliseconds no more should be accepted. */
  spendUsage(caller: Caller, count: number): number;
}

const ORGANIZATION_SHARE = 5;

/** Limits are kept per process: of several processes behind one address, each allows the full limit. */
export function createRateLimits({ requests, usage }: RateLimitOptions): RateLimits {
  const kinds = { requests: bucketsOf(requests), usage: bucketsOf(usage) };

  function tell(reply: FastifyReply, standing: Standing): void {
    // As text: Node takes several microseconds longer for numbers.
    reply.header("RateLimit-Limit", String(standing.rate.burst));
    reply.header("RateLimit-Remaining", String(Math.max(0, Math.floor(standing.tokens))));
    reply.header("RateLimit-Reset", String(secondsToFull(standing)));
  }

  /** A refused request costs nothing, so that a caller who keeps sending is served as soon as the limit allows it. */
  function count(reply: FastifyReply, what: string, takings: readonly Taking[]): void {
    for (const { buckets, name, whose } of takings) {
      const standing = buckets.look(name);
      if (standing.tokens >= 1) continue;
      tell(reply, standing);
      const seconds = Math.ceil((1 - standing.tokens) / standing.rate.perSecond);
      reply.header("Retry-After", seconds);
      const detail = `${whose} is limited to ${standing.rate.perSecond} ${what} a second. Try again in ${seconds} s.`;
      throw new DomainError("rate_limited", detail);
    }
    const standings = takings.map(({ buckets, name }) => buckets.take(name, 1));
    const narrowest = standings.toSorted((a, b) => a.tokens / a.rate.burst - b.tokens / b.rate.burst)[0];
    if (narrowest !== undefined) tell(reply, narrowest);
  }

  return {
    admit(route, caller, request, reply) {
      if (route.scope === null) return this.admitStranger(request, reply);
      const isUsage = route.countsUsage === true;
      const kind = isUsage ? kinds.usage : kinds.requests;
      if (kind !== undefined) {
        count(reply, isUsage ? "events" : "requests", [
          { buckets: kind.one, name: nameOf(caller), whose: "Each API key, connection or session" },
          { buckets: kind.all, name: caller.organizationId, whose: "Each organization" },
        ]);
      } else if (kinds.requests !== undefined) tell(reply, kinds.requests.one.look(nameOf(caller)));
    },
    admitStranger(request, reply) {
      if (kinds.requests === undefined) return;
      count(reply, "requests", [{ buckets: kinds.requests.one, name: addressOf(request), whose: "Each IP address" }]);
    },
    show(request, reply) {
      if (kinds.requests !== undefined) tell(reply, kinds.requests.one.look(addressOf(request)));
    },
    spendUsage(caller, spent) {
      if (kinds.usage === undefined) return 0;
      const { one, all } = kinds.usage;
      const standings = [one.take(nameOf(caller), spent), all.take(caller.organizationId, spent)];
      return Math.max(...standings.map(millisecondsInDebt));
    },
  };
}

interface Taking {
  readonly buckets: TokenBuckets;
  readonly name: string;
  /** The beginning of the refusal text. */
  readonly whose: string;
}

/** For one key or address, and for all keys of an organization. */
function bucketsOf(rate: Rate | null): { one: TokenBuckets; all: TokenBuckets } | undefined {
  if (rate === null) return undefined;
  const all = { perSecond: rate.perSecond * ORGANIZATION_SHARE, burst: rate.burst * ORGANIZATION_SHARE };
  return { one: new TokenBuckets(rate), all: new TokenBuckets(all) };
}

/** A connection is counted like a key, apart from its person. */
function nameOf({ actor, connection }: Caller): string {
  return connection?.id ?? actor.id;
}

/** An IPv4 address, or the network of an IPv6 address, all of which one person has. */
function addressOf({ ip }: FastifyRequest): string {
  return networkOf(ip);
}
