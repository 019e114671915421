import { randomUUID } from "node:crypto";
import swagger from "@fastify/swagger";
import {
  DomainError,
  type KafkaRecordOfWork,
  LONGEST_READ_CHARACTERS,
  misreadName,
  type Tracing,
  type WorkRecord,
} from "@counterfoil/service";
import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify";
import { refuseUnlisted } from "./access.ts";
import { API_VERSIONS, chooseVersion, deprecationHeaders, VERSION_HEADER } from "./api-version.ts";
import { addRoute } from "./add-route.ts";
import { serveOauth } from "./oauth/serve-oauth.ts";
import { serveMcp } from "./mcp/serve-mcp.ts";
import { createRuns } from "./runs/run.ts";
import { type BodyRoomLimits, bodyRoomLimits, createBodyRoom } from "./body-room.ts";
import {
  answerClientError,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionOptions,
  createOpenBodies,
} from "./connections.ts";
import { compressJson } from "./compression.ts";
import { allowOrigins } from "./cors.ts";
import { addDocumentation, openApiOptions } from "./documentation.ts";
import { boundBodies, collectBody } from "./collect-body.ts";
import { endOnClose } from "./end-on-close.ts";
import { methodsAt } from "./methods-at.ts";
import { addHealth } from "./operation/health.ts";
import { loggedError, loggedRequest } from "./operation/logged.ts";
import type { MetricsAccess } from "./operation/metrics-access.ts";
import { logRequests } from "./operation/log-requests.ts";
import { tallyRequests } from "./operation/request-tally.ts";
import { endConnections } from "./operation/stop-server.ts";
import { traceRequests } from "./operation/trace-requests.ts";
import { addPages } from "./pages.ts";
import type { Ports } from "./ports.ts";
import { problemSchema, sendProblem } from "./problem.ts";
import { createAdmission } from "./admission.ts";
import { createRateLimits, type RateLimitOptions } from "./rate-limits.ts";
import { lazySerializers } from "./lazy-serializers.ts";
import { MERGE_PATCH } from "./route-schema.ts";
import { routes } from "./routes/routes.ts";
import { SERIALIZER_OPTIONS } from "./serializer-options.ts";
import { addSecurityHeaders } from "./security-headers.ts";

export interface ServerOptions {
  readonly logger?: LoggerOptions;
  /**
   * Addresses and networks of the proxies in front of the server. Only they are trusted to state where a request came
   * from and to which address it was sent.
   */
  readonly trustedProxies?: readonly string[];
  /** The rate limits of one key (R-API-8). Default: none. */
  readonly rates?: RateLimitOptions;
  /** The limits of connections. Default: `CONNECTION_LIMITS`. */
  readonly connections?: ConnectionLimits;
  /** How many bytes of bodies are in memory at a time. Default: a share of the heap. */
  readonly bodies?: BodyRoomLimits;
  /** Origins whose pages may call the API (R-API-9). Default: none. */
  readonly corsOrigins?: readonly string[];
  /** The folder of the built dashboard. Without it, only the API is served. */
  readonly pagesFolder?: string | null;
  /** The folder of the built documentation site. Default: null, without it. */
  readonly siteFolder?: string | null;
  /** Aborted as soon as the process is asked to stop. The server keeps answering until it closes. */
  readonly stopping?: AbortSignal | undefined;
  /** Who may read `/health/metrics`. Default: only this machine. */
  readonly metrics?: MetricsAccess;
  /** The record of the worker in this process. */
  readonly record?: WorkRecord;
  /** What the worker in this process consumes from Kafka. */
  readonly kafka?: KafkaRecordOfWork | undefined;
  /** Where spans are sent. Without it, no spans are created. */
  readonly tracing?: Tracing | undefined;
}

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

const BODY_LIMIT_BYTES = 1024 * 1024;
const LOGGED = { req: loggedRequest, err: (error: unknown) => loggedError(error) };
const REQUEST_ID = /^[\w.-]{1,64}$/;

/** The HTTP API as a Fastify instance that is ready but does not listen yet. */
export async function createServer(ports: Ports, options: ServerOptions = {}): Promise<FastifyInstance> {
  const { trustedProxies = [], connections = CONNECTION_LIMITS } = options;
  const limits = createRateLimits(options.rates ?? { requests: null, usage: null });
  const stopping = options.stopping ?? new AbortController().signal;
  const openBodies = createOpenBodies();
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
    schemaController: { compilersFactory: lazySerializers },
    ...connectionOptions(connections),
    clientErrorHandler: (error, socket) => answerClientError(openBodies, error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.header("X-Request-Id", request.id).header(VERSION_HEADER, API_VERSIONS[0].name);
      limits.show(request, reply);
      void sendProblem(error, request, reply);
    },
    // Requests during closing are refused with a problem, in the hook below.
    return503OnClosing: false,
    forceCloseConnections: "idle",
  });
  // Each route compiles its own checks (validation.ts); Fastify's coercing validator never runs.
  server.setValidatorCompiler(() => () => true);
  takeEmptyBodies(server);
  server.server.maxConnections = connections.most;
  endOnClose(server);
  server.decorate("openBodies", openBodies);
  const tally = tallyRequests(server);
  traceRequests(server, options.tracing);
  endConnections(server, stopping);
  server.addSchema(problemSchema);
  server.setErrorHandler((error: Error, request, reply) => sendProblem(error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    limits.show(request, reply);
    const methods = methodsAt(routes, request.url);
    if (methods.length === 0) {
      const detail = `There is no endpoint ${request.method} ${request.url}. See /docs for the endpoints.`;
      return sendProblem(new DomainError("not_found", detail), request, reply);
    }
    const detail = `This path does not support ${request.method}. Use ${methods.join(" or ")}.`;
    return sendProblem(
      new DomainError("method_not_allowed", detail),
      request,
      reply.header("Allow", methods.join(", ")),
    );
  });
  // Hooks of all requests take a callback: a promise costs more than most of them do.
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("X-Request-Id", request.id).header(VERSION_HEADER, API_VERSIONS[0].name);
    if (server.closing.aborted && !request.url.startsWith("/health/")) {
      throw new DomainError(
        "shutting_down",
        "The server is shutting down. Nothing was changed; send the request again.",
      );
    }
    const version = chooseVersion(request.headers["counterfoil-version"]);
    reply.header(VERSION_HEADER, version.name).headers(deprecationHeaders(version.deprecation));
    done();
  });
  boundBodies(server, createBodyRoom(options.bodies ?? bodyRoomLimits(null)));
  allowOrigins(server, options.corsOrigins ?? []);
  const known = new Set(routes.map(({ path }) => path));
  server.addHook("onRoute", ({ url }) => refuseUnlisted(url, known));
  addSecurityHeaders(server, ports.identity?.publicUrl ?? null);
  const logHooks = logRequests(server, ports);
  await compressJson(server);
  await server.register(swagger, openApiOptions);
  const admission = createAdmission(() => ports.database.connections());
  const runs = createRuns();
  for (const route of routes) addRoute(server, { ports, limits, admission, logHooks, runs, routes }, route);
  await serveOauth(server, ports, limits);
  serveMcp(server, { ports, limits, runs, routes, origins: options.corsOrigins ?? [] });
  await server.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => limits.show(request, reply));
    addHealth(scope, {
      ports,
      tally,
      record: options.record,
      kafka: options.kafka,
      stopping,
      access: options.metrics ?? { token: null, isBehindProxy: trustedProxies.length > 0 },
      countStranger: (request, reply) => limits.admitStranger(request, reply),
    });
    await addDocumentation(scope, options.siteFolder ?? null);
    if (options.pagesFolder !== undefined) await addPages(scope, options.pagesFolder);
  });
  await server.ready();
  return server;
}

function noMergePatch(method: string): DomainError {
  const detail = `${MERGE_PATCH} is accepted only on PATCH. Send the body of this ${method} as application/json.`;
  return new DomainError("unsupported_media_type", detail);
}

/**
 * Accepts an empty body with the content type of JSON for operations without a body, because many clients send that.
 */
function takeEmptyBodies(server: FastifyInstance): void {
  // Fastify also accepts text; no route does.
  server.removeContentTypeParser("text/plain");
  const parseJson = server.getDefaultJsonParser("error", "error");
  server.addContentTypeParser(
    ["application/json", MERGE_PATCH],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = (await collectBody(request, payload)).toString("utf8");
      if (body.length <= LONGEST_READ_CHARACTERS) request.sentText = body;
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
