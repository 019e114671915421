import { type AnsweredRequest, LONGEST_READ_CHARACTERS } from "@counterfoil/service";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Ports } from "../ports.ts";
import type { Route } from "../route.ts";
import type { Tag } from "../tags.ts";
import { TokenBuckets } from "../token-buckets.ts";

/** How the requests of a route are logged. */
interface LoggedRoute {
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
function loggedRoute(route: Route): LoggedRoute | undefined {
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

interface Known {
  readonly logged: LoggedRoute;
  readonly route: Route;
  readonly requester: Requester;
}

/** The hooks of a route that log its requests. */
export type LogHooks = (route: Route) => Pick<RouteShorthandOptions, "onSend" | "onResponse">;

/**
 * Notes every request with an API key or of a connected program, and those of people that write or fail, for
 * `GET /request-log` (R-API-12). What a key is refused for its scope is noted, too. The hooks belong to the routes,
 * because what they need to know of a route costs more to look up for each request than the rest of the work.
 */
export function logRequests(server: FastifyInstance, ports: Ports): LogHooks {
  const clock = ports.clockWatch?.source ?? ports.clock;
  const passed = new TokenBuckets(LOGGED);
  const failed = new TokenBuckets(LOGGED);
  server.decorateRequest("requester", null);
  server.decorateRequest("sentText", null);
  server.decorateRequest("answered", null);
  server.addHook("onClose", () => ports.requestLog.flush());

  /** Whether the organization may log one more request. */
  function isAdmitted(buckets: TokenBuckets, organizationId: string): boolean {
    const isFree = takeOne(buckets, organizationId);
    if (!isFree) ports.requestLog.skip();
    return isFree;
  }

  return (route) => {
    const logged = loggedRoute(route);
    if (logged === undefined) return {};
    const usage = new TokenBuckets(LOGGED_USAGE);
    const reads = route.method === "GET";
    return {
      ...(logged.keepsResponseBody ? { onSend: keepAnswer } : {}),
      onResponse(request, reply, done) {
        const { requester } = request;
        const isFailed = reply.statusCode >= 400;
        const isWanted =
          requester !== null &&
          (isFailed || !reads || requester.actor.type !== "person") &&
          (isFailed || !logged.isUsage || takeOne(usage, requester.actor.id)) &&
          isAdmitted(isFailed ? failed : passed, requester.organizationId);
        if (isWanted) note({ logged, route, requester }, request, reply);
        done();
      },
    };
  };

  function note({ logged, route, requester }: Known, request: FastifyRequest, reply: FastifyReply): void {
    const { organizationId, actor } = requester;
    const [path = "", ...query] = request.url.split("?");
    const key = request.headers["idempotency-key"];
    ports.requestLog.note({
      id: ports.ids.next("log"),
      organizationId,
      actor,
      at: clock.now(),
      method: request.method,
      path,
      route: route.path,
      query: query.join("?"),
      status: reply.statusCode,
      errorCode: reply.problem?.code ?? null,
      durationMs: Math.round(reply.elapsedTime),
      requestId: request.id,
      idempotencyKey: typeof key === "string" ? key : null,
      requestBody: logged.keepsRequestBody ? request.sentText : null,
      responseBody: reply.problem === null ? (request.answered?.toString() ?? null) : JSON.stringify(reply.problem),
      requestBytes: lengthOf(request.headers["content-length"]),
      responseBytes: lengthOf(reply.getHeader("content-length")),
      keepsNames: logged.keepsNames,
    });
  }
}

function takeOne(buckets: TokenBuckets, name: string): boolean {
  if (buckets.look(name).tokens < 1) return false;
  buckets.take(name, 1);
  return true;
}

/** Who sent a request, also if it was refused. */
export interface Requester {
  readonly organizationId: string;
  readonly actor: AnsweredRequest["actor"];
}

/** Keeps a reference to the response before it is compressed. Longer ones are not logged. */
function keepAnswer(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if ((typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length <= LONGEST_READ_CHARACTERS) {
    request.answered = payload;
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
}
