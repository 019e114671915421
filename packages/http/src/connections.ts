import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorCode, ERRORS } from "@counterfoil/service";
import { API_VERSIONS, VERSION_HEADER } from "./api-version.ts";
import type { Problem } from "./problem.ts";

/** Limits of connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Maximum number of connections. Further ones are closed immediately. */
  readonly most: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headers: number;
  /** From the first byte to the end of the body, unless the body is streamed. */
  readonly request: number;
  /** Time without a byte in either direction. */
  readonly idle: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { most: 10_000, headers: 15_000, request: 120_000, idle: 300_000 };
/** How often Node checks for requests that have timed out. */
const LOOK_EVERY = 5_000;

/** The limits as Fastify options. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    connectionTimeout: limits.idle,
    requestTimeout: limits.request,
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: Math.min(LOOK_EVERY, limits.headers),
    },
  };
}

/** Connections whose request body needs more than the usual. */
export interface OpenBodies {
  /** Marks the request body as streamed until `end` is called. It has no time limit, and ends when no more bytes arrive. */
  beginStream(socket: Socket): { end: () => void };
  isStreaming(socket: Socket): boolean;
  /** Marks a request that is answered while its body still arrives. The connection stays open and discards the rest. */
  answerEarly(request: IncomingMessage): void;
  isAnswered(socket: Socket): boolean;
}

export function createOpenBodies(): OpenBodies {
  const streaming = new WeakSet<Socket>();
  const answered = new WeakSet<Socket>();
  return {
    beginStream(socket) {
      streaming.add(socket);
      return { end: () => streaming.delete(socket) };
    },
    isStreaming: (socket) => streaming.has(socket),
    answerEarly(request) {
      const { socket } = request;
      answered.add(socket);
      request.once("end", () => answered.delete(socket));
    },
    isAnswered: (socket) => answered.has(socket),
  };
}

const CLIENT_ERRORS: Record<string, { code: ErrorCode; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    code: "headers_too_large",
    detail: "The headers together are larger than 16 KiB. Send fewer or shorter headers.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "request_timeout", detail: "The request did not arrive in time. Send it again." },
};

/** Answers requests that Node could not parse or that timed out. */
export function answerClientError(bodies: OpenBodies, error: Error & { code?: string }, socket: Socket): void {
  const { code = "" } = error;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT" && bodies.isStreaming(socket)) return;
  if (socket.writable && code !== "ECONNRESET" && !bodies.isAnswered(socket)) {
    const known = CLIENT_ERRORS[code] ?? {
      code: "malformed_request",
      detail: "The data received is not a valid HTTP request.",
    };
    socket.write(problemText(known.code, known.detail));
  }
  socket.destroySoon();
}

function problemText(code: ErrorCode, detail: string): string {
  const { status, title } = ERRORS[code];
  const requestId = randomUUID();
  const problem: Problem = { type: `/docs/errors#${code}`, title, status, detail, code, requestId };
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: application/problem+json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    `${VERSION_HEADER}: ${API_VERSIONS[0].name}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

declare module "fastify" {
  interface FastifyInstance {
    readonly openBodies: OpenBodies;
  }
}
