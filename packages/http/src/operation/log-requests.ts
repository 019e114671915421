import { LONGEST_READ_CHARACTERS } from "@counterfoil/service";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ports } from "../ports.ts";
import type { Caller, Route } from "../route.ts";
import type { Tag } from "../tags.ts";
import { TokenBuckets } from "../token-buckets.ts";

/** How the requests of a route are logged. */
export interface LoggedRoute {
  readonly keepsRequestBody: boolean;
  readonly keepsResponseBody: boolean;
  /** Whether `name` in the bodies is the name of a product, not of a customer. */
  readonly keepsNames: boolean;
  /** Whether a product sends it with each of its own requests, so that only some are logged. */
  readonly isUsage: boolean;
}

/** Bodies about people, and emails. */
const PERSONAL: ReadonlySet<Tag> = new Set<Tag>(["People", "Sign-in", "Mail", "Portal", "Search", "Audit log"]);
const CATALOG: ReadonlySet<Tag> = new Set<Tag>([
  "API keys",
  "Entitlements",
  "Metrics",
  "Plans",
  "Price bundles",
  "Prices",
  "Products",
  "Saved views",
  "Tax",
  "Test clocks",
  "Usage alerts",
]);

/** Of one organization. Failed requests have the same rate again, so that successful ones cannot crowd them out. */
const LOGGED = { perSecond: 50, burst: 200 };
/** Of one key and route that counts usage. */
const LOGGED_USAGE = { perSecond: 1, burst: 1 };

/** How a route is logged. Undefined for a route that is not: public ones, and the log itself. */
export function loggedRoute(route: Route): LoggedRoute | undefined {
  if (route.scope === null || route.scope === "session" || route.tag === "Request log") return undefined;
  const isUsage = route.countsUsage === true;
  const keepsBodies = !isUsage && !PERSONAL.has(route.tag);
  return {
    keepsRequestBody: keepsBodies && route.bodyForms === undefined,
    keepsResponseBody: keepsBodies && route.answersSecret !== true && route.mediaType === undefined,
    keepsNames: CATALOG.has(route.tag),
    isUsage,
  };
}

/**
 * Notes every request with an API key, and those of people that write or fail, for `GET /request-log` (R-API-12). What
 * a key is refused for its scope is noted, too. Costs nothing before the response but a look at the body.
 */
export function logRequests(server: FastifyInstance, ports: Ports): void {
  const clock = ports.clockWatch?.source ?? ports.clock;
  const passed = new TokenBuckets(LOGGED);
  const failed = new TokenBuckets(LOGGED);
  const usage = new TokenBuckets(LOGGED_USAGE);
  server.decorateRequest("requester", null);
  server.decorateRequest("sentText", null);
  server.decorateRequest("answered", null);
  server.addHook("onSend", keepAnswer);

  function isWanted({ isUsage }: LoggedRoute, requester: Requester, route: string, isFailed: boolean): boolean {
    const isSampled = isUsage && !isFailed;
    const bucket = isSampled ? usage : isFailed ? failed : passed;
    const name = isSampled ? `${requester.actor.id} ${route}` : requester.organizationId;
    if (bucket.look(name).tokens < 1) {
      ports.requestLog.skip();
      return false;
    }
    bucket.take(name, 1);
    return true;
  }

  server.addHook("onResponse", (request, reply, done) => {
    const { requester, routeOptions } = request;
    const { logged } = routeOptions.config;
    const isFailed = reply.statusCode >= 400;
    const route = routeOptions.url ?? "";
    if (
      logged !== undefined &&
      requester !== null &&
      (requester.actor.type === "api_key" || isFailed || !["GET", "HEAD"].includes(request.method)) &&
      isWanted(logged, requester, route, isFailed)
    ) {
      const [path = "", ...query] = request.url.split("?");
      const key = request.headers["idempotency-key"];
      ports.requestLog.note({
        id: ports.ids.next("log"),
        organizationId: requester.organizationId,
        actor: requester.actor,
        at: clock.now(),
        method: request.method,
        path,
        route,
        query: query.join("?"),
        status: reply.statusCode,
        errorCode: reply.problemCode,
        durationMs: Math.round(reply.elapsedTime),
        requestId: request.id,
        idempotencyKey: typeof key === "string" ? key : null,
        requestBody: logged.keepsRequestBody ? request.sentText : null,
        responseBody: logged.keepsResponseBody || isFailed ? (request.answered?.toString() ?? null) : null,
        requestBytes: lengthOf(request.headers["content-length"]),
        responseBytes: lengthOf(reply.getHeader("content-length")),
        keepsNames: logged.keepsNames,
      });
    }
    done();
  });
  server.addHook("onClose", () => ports.requestLog.flush());
}

/** Who sent a request, also if it was refused. */
export type Requester = Pick<Caller, "organizationId" | "actor">;

/** Keeps a reference to the response before it is compressed. Longer ones are not logged. */
function keepAnswer(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (request.requester !== null && (typeof payload === "string" || Buffer.isBuffer(payload))) {
    if (payload.length <= LONGEST_READ_CHARACTERS) request.answered = payload;
  }
  done(null, payload);
}

/** Null if the length is not stated, as with chunks. */
function lengthOf(header: unknown): number | null {
  const length = Number(header ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null while the caller is unknown. */
    requester: Requester | null;
    /** The JSON of the request's body, if it is not too long to be logged. */
    sentText: string | null;
    /** The body of the response, if it is not too long to be logged. */
    answered: string | Buffer | null;
  }
  interface FastifyContextConfig {
    readonly logged?: LoggedRoute | undefined;
  }
}
