import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import { DomainError, misreadName } from "@counterfoil/service";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify";
import { refuseUnlisted } from "./access.ts";
import { addRoute } from "./add-route.ts";
import { answerClientError, CONNECTION_LIMITS, type ConnectionLimits, connectionOptions } from "./connections.ts";
import { allowOrigins } from "./cors.ts";
import { addDocumentation, openApiOptions } from "./documentation.ts";
import { endOnClose } from "./end-on-close.ts";
import { addHealth } from "./health.ts";
import { methodsAt } from "./methods-at.ts";
import { addPages } from "./pages.ts";
import type { Ports } from "./ports.ts";
import { problemSchema, sendProblem } from "./problem.ts";
import { createRateLimits, type RateLimitOptions } from "./rate-limits.ts";
import { routes } from "./routes/routes.ts";
import { addSecurityHeaders } from "./security-headers.ts";

export interface ServerOptions {
  readonly logger?: LoggerOptions;
  /**
   * Addresses and networks of the proxies in front. Only what they say of a request is believed: where it came from, and
   * under which address it was sent.
   */
  readonly trustedProxies?: readonly string[];
  /** How much one key may ask for (R-API-8); nothing is counted unless told. */
  readonly rates?: RateLimitOptions;
  /** What a connection may take; `CONNECTION_LIMITS` unless told. */
  readonly connections?: ConnectionLimits;
  /** Origins whose pages may call the interface (R-API-9); none unless told. */
  readonly corsOrigins?: readonly string[];
  /** Where the dashboard was built; without it there is the interface alone. */
  readonly pagesFolder?: string | null;
}

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

const BODY_LIMIT_BYTES = 1024 * 1024;
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** The HTTP interface as a Fastify instance that is ready but listens nowhere yet. */
export async function createServer(ports: Ports, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { trustedProxies = [], connections = CONNECTION_LIMITS } = options;
  const limits = createRateLimits(options.rates ?? { requests: null, usage: null });
  const server = Fastify({
    logger: options.logger === undefined ? false : { ...options.logger, serializers: { req: loggedRequest } },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 3_100 },
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // The formats of our schemas are checked on the way in (validation.ts); the serialiser only has to know their names.
    serializerOpts: { ajv: { formats: { decimal: true, "date-time": true, date: true, uri: true } } },
    ...connectionOptions(connections),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header("X-Request-Id", request.id);
      limits.show(request, reply);
      void sendProblem(error, request, reply);
    },
    return503OnClosing: true,
    forceCloseConnections: "idle",
  });
  // Each route compiles its own checks (validation.ts); Fastify's coercing validator never runs.
  server.setValidatorCompiler(() => () => true);
  takeEmptyBodies(server);
  server.server.maxConnections = connections.most;
  endOnClose(server);
  server.addSchema(problemSchema);
  server.setErrorHandler((error: Error, request, reply) => sendProblem(error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    limits.show(request, reply);
    const methods = methodsAt(routes, request.url);
    if (methods.length === 0) {
      const detail = `There is nothing at ${request.method} ${request.url}.`;
      return sendProblem(new DomainError("not_found", detail), request, reply);
    }
    const detail = `${request.method} is not taken here; ${methods.join(", ")} is.`;
    return sendProblem(
      new DomainError("method_not_allowed", detail),
      request,
      reply.header("Allow", methods.join(", ")),
    );
  });
  server.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
  });
  allowOrigins(server, options.corsOrigins ?? []);
  const known = new Set(routes.map(({ path }) => path));
  server.addHook("onRoute", ({ url }) => refuseUnlisted(url, known));
  addSecurityHeaders(server, ports.identity?.publicUrl ?? null);
  await server.register(swagger, openApiOptions);
  for (const route of routes) addRoute(server, { ports, limits, routes }, route);
  await server.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => limits.show(request, reply));
    addHealth(scope, ports);
    await addDocumentation(scope);
    if (options.pagesFolder !== undefined) await addPages(scope, options.pagesFolder);
  });
  await server.ready();
  return server;
}

/** A request as the log tells of it. A token in an address opens what it is for, so it is left out (R-OPS-4). */
function loggedRequest({ method, url, host, ip }: FastifyRequest): Record<string, unknown> {
  return {
    method,
    url: url.replace(/^(\/quotes?\/|\/invoice\/|\/portal\/|\/public\/\w+\/)[^/?]+/, "$1*"),
    host,
    remoteAddress: ip,
  };
}

/** An operation that takes no body may be called with the content type of JSON and nothing in it, as many clients do. */
function takeEmptyBodies(server: FastifyInstance): void {
  // Fastify takes text as well; no route does.
  server.removeContentTypeParser("text/plain");
  const parseJson = server.getDefaultJsonParser("error", "error");
  server.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    const refusal = misreadName(body);
    if (refusal !== undefined) done(refusal);
    else if (body === "" && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else void parseJson(request, body, done);
  });
}
