import { DomainError, OAUTH_SCOPES } from "@counterfoil/service";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerOfMcp } from "../authenticate.ts";
import { offersOauth, serverAddresses } from "../oauth/server-addresses.ts";
import type { Ports } from "../ports.ts";
import type { RateLimits } from "../rate-limits.ts";
import type { Caller, Route } from "../route.ts";
import type { Runs } from "../runs/run.ts";
import type { Desk } from "./call-operation.ts";
import type { McpCaller } from "./caller.ts";
import { offeredOperations } from "./operations.ts";
import { refuseOrigins } from "./refuse-origins.ts";
import { agentName, makeSession, printable, readSession } from "./session.ts";

const SESSION_HEADER = "mcp-session-id";
interface McpOptions {
  readonly ports: Ports;
  readonly limits: RateLimits;
  readonly runs: Runs;
  readonly routes: readonly Route[];
  /** Origins whose pages may call the API. */
  readonly origins: readonly string[];
}

/**
 * The MCP server at `/mcp` (R-MCP-1): Streamable HTTP, without streams and without stored sessions, so that any process
 * can answer any request.
 */
export function serveMcp(server: FastifyInstance, { ports, limits, runs, routes, origins }: McpOptions): void {
  const desk: Desk = { server, ports, runs, operations: offeredOperations(routes) };
  const schema = { hide: true };

  server.post("/mcp", {
    schema,
    // Runs before the body is read.
    onRequest: async (request, reply) => {
      refuseOrigins(request, ports.identity?.publicUrl ?? null, origins);
      request.caller = await knownCaller(request, reply);
      limits.admit({ scope: "read" }, request.caller, request, reply);
    },
    handler: async (request, reply) => {
      // Earlier versions of the protocol send several messages at once. Each counts as a request.
      const further = Array.isArray(request.body) ? request.body.slice(1) : [];
      for (const _message of further) limits.admit({ scope: "read" }, request.caller, request, reply);
      // Loaded for the first message: the SDK takes a tenth of a second and 30 MB that most processes never need.
      const { answerMessage } = await import("./answer-message.ts");
      const answer = await answerMessage(desk, callerOf(ports, request), request);
      const session = sessionFor(ports, request);
      if (session !== undefined && answer.ok) reply.header("Mcp-Session-Id", session);
      const type = answer.headers.get("content-type");
      if (type !== null) reply.type(type);
      return reply.status(answer.status).send(await answer.text());
    },
  });
  server.route({
    method: ["GET", "DELETE"],
    url: "/mcp",
    schema,
    exposeHeadRoute: false,
    handler: async (_request, reply) => {
      reply.header("Allow", "POST");
      throw new DomainError(
        "method_not_allowed",
        "This MCP server sends no streams and stores no sessions. Send each message with POST. See /docs/mcp.",
      );
    },
  });

  async function knownCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const { resource, resourceMetadata } = serverAddresses(ports, request);
    try {
      return await callerOfMcp(ports, request.headers.authorization, resource);
    } catch (error) {
      if (error instanceof DomainError && offersOauth(ports)) {
        reply.header("WWW-Authenticate", `resource_metadata="${resourceMetadata}", scope="${OAUTH_SCOPES.join(" ")}"`);
      }
      if (error instanceof DomainError) limits.admitStranger(request, reply);
      throw error;
    }
  }
}

/** The key, and the program that uses it. A session of another key, or of another server, has to be opened again. */
function callerOf(ports: Ports, request: FastifyRequest): McpCaller {
  const { caller, headers, id, ip } = request;
  const session = headers[SESSION_HEADER];
  const named = typeof session === "string" ? readSession(ports.secrets, caller, session) : undefined;
  if (typeof session === "string" && named === undefined) {
    throw new DomainError(
      "not_found",
      "The MCP session is unknown. Connect again: send initialize without Mcp-Session-Id.",
    );
  }
  return {
    caller,
    authorization: headers.authorization ?? "",
    agent: named ?? caller.connection?.clientName ?? printable(headers["user-agent"] ?? ""),
    requestId: id,
    ip,
  };
}

/** A session for a program that connects. */
function sessionFor(ports: Ports, { body, caller }: FastifyRequest): string | undefined {
  const message = body as { method?: unknown; params?: { clientInfo?: { name?: unknown; version?: unknown } } } | null;
  if (message?.method !== "initialize") return undefined;
  const agent = agentName(message.params?.clientInfo);
  return agent === null ? undefined : makeSession(ports.secrets, caller, agent);
}
