import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import { DomainError, misreadName, type Tracing, type WorkRecord } from "@counterfoil/service";
import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify";
import { refuseUnlisted } from "./access.ts";
import { API_VERSIONS, chooseVersion, deprecationHeaders, VERSION_HEADER } from "./api-version.ts";
import { addRoute } from "./add-route.ts";
import { type BodyRoomLimits, bodyRoomLimits, createBodyRoom } from "./body-room.ts";
import {
  answerClientError,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionOptions,
  createStreamedBodies,
} from "./connections.ts";
import { allowOrigins } from "./cors.ts";
import { addDocumentation, openApiOptions } from "./documentation.ts";
import { boundBodies, collectBody } from "./collect-body.ts";
import { endOnClose } from "./end-on-close.ts";
import { methodsAt } from "./methods-at.ts";
import { addHealth } from "./operation/health.ts";
import { loggedError, loggedRequest } from "./operation/logged.ts";
import type { MetricsAccess } from "./operation/metrics-access.ts";
import { tallyRequests } from "./operation/request-tally.ts";
import { endConnections } from "./operation/stop-server.ts";
import { traceRequests } from "./operation/trace-requests.ts";
import { addPages } from "./pages.ts";
import type { Ports } from "./ports.ts";
import { problemSchema, sendProblem } from "./problem.ts";
import { createAdmission } from "./admission.ts";
import { createRateLimits, type RateLimitOptions } from "./rate-limits.ts";
import { MERGE_PATCH } from "./route-schema.ts";
import { routes } from "./routes/routes.ts";
import { SERIALIZER_OPTIONS } from "./serializer-options.ts";
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
  /** How many bytes of bodies are in memory at one time; a share of the heap unless told. */
  readonly bodies?: BodyRoomLimits;
  /** Origins whose pages may call the interface (R-API-9); none unless told. */
  readonly corsOrigins?: readonly string[];
  /** Where the dashboard was built; without it there is the interface alone. */
  readonly pagesFolder?: string | null;
  /** Aborted as soon as somebody asks the process to stop; until it closes, the server answers on. */
  readonly stopping?: AbortSignal | undefined;
  /** Who may read `/health/metrics`; this machine alone unless told. */
  readonly metrics?: MetricsAccess;
  /** Of the worker in this process. */
  readonly record?: WorkRecord;
  /** Where spans go; none are made where nobody wants them. */
  readonly tracing?: Tracing | undefined;
}

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

const BODY_LIMIT_BYTES = 1024 * 1024;
const LOGGED = { req: loggedRequest, err: (error: unknown) => loggedError(error) };
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** The HTTP interface as a Fastify instance that is ready but listens nowhere yet. */
export async function createServer(ports: Ports, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { trustedProxies = [], connections = CONNECTION_LIMITS } = options;
  const limits = createRateLimits(options.rates ?? { requests: null, usage: null });
  const stopping = options.stopping ?? new AbortController().signal;
  const streamedBodies = createStreamedBodies();
  const server = Fastify({
    logger: options.logger === undefined ? false : { ...options.logger, serializers: LOGGED },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 3_100 },
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
    },
    serializerOpts: SERIALIZER_OPTIONS,
    ...connectionOptions(connections),
    clientErrorHandler: (error, socket) => answerClientError(streamedBodies, error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.header("X-Request-Id", request.id).header(VERSION_HEADER, API_VERSIONS[0].name);
      limits.show(request, reply);
      void sendProblem(error, request, reply);
    },
    // What comes while the server closes is refused as a problem, below.
    return503OnClosing: false,
    forceCloseConnections: "idle",
  });
  // Each route compiles its own checks (validation.ts); Fastify's coercing validator never runs.
  server.setValidatorCompiler(() => () => true);
  takeEmptyBodies(server);
  server.server.maxConnections = connections.most;
  endOnClose(server);
  server.decorate("streamedBodies", streamedBodies);
  const tally = tallyRequests(server);
  traceRequests(server, options.tracing);
  endConnections(server, stopping);
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
    reply.header("X-Request-Id", request.id).header(VERSION_HEADER, API_VERSIONS[0].name);
    if (server.closing.aborted && !request.url.startsWith("/health/")) {
      throw new DomainError("shutting_down", "The server is being stopped. Nothing was done; send the request again.");
    }
    const version = chooseVersion(request.headers["counterfoil-version"]);
    reply.header(VERSION_HEADER, version.name).headers(deprecationHeaders(version.deprecation));
  });
  boundBodies(server, createBodyRoom(options.bodies ?? bodyRoomLimits(null)));
  allowOrigins(server, options.corsOrigins ?? []);
  const known = new Set(routes.map(({ path }) => path));
  server.addHook("onRoute", ({ url }) => refuseUnlisted(url, known));
  addSecurityHeaders(server, ports.identity?.publicUrl ?? null);
  await server.register(swagger, openApiOptions);
  const admission = createAdmission(() => ports.database.connections());
  for (const route of routes) addRoute(server, { ports, limits, admission, routes }, route);
  await server.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => limits.show(request, reply));
    addHealth(scope, {
      ports,
      tally,
      record: options.record,
      stopping,
      access: options.metrics ?? { token: null, isBehindProxy: trustedProxies.length > 0 },
      countStranger: (request, reply) => limits.admitStranger(request, reply),
    });
    await addDocumentation(scope);
    if (options.pagesFolder !== undefined) await addPages(scope, options.pagesFolder);
  });
  await server.ready();
  return server;
}

function noMergePatch(method: string): DomainError {
  const detail = `${MERGE_PATCH} is taken on PATCH alone. Send the body of this ${method} as application/json.`;
  return new DomainError("unsupported_media_type", detail);
}

/** An operation that takes no body may be called with the content type of JSON and nothing in it, as many clients do. */
function takeEmptyBodies(server: FastifyInstance): void {
  // Fastify takes text as well; no route does.
  server.removeContentTypeParser("text/plain");
  const parseJson = server.getDefaultJsonParser("error", "error");
  server.addContentTypeParser(
    ["application/json", MERGE_PATCH],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = (await collectBody(request, payload)).toString("utf8");
      const isMergePatch = request.headers["content-type"]?.trim().toLowerCase().startsWith(MERGE_PATCH) === true;
      const refusal = isMergePatch && request.method !== "PATCH" ? noMergePatch(request.method) : misreadName(body);
      if (refusal !== undefined) throw refusal;
      if (body === "" && request.routeOptions.schema?.body === undefined) return undefined;
      return new Promise((resolve, reject) => {
        void parseJson(request, body, (error, value) => (error === null ? resolve(value) : reject(error)));
      });
    },
  );
}
