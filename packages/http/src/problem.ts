import {
  ClockOff,
  CommitUnknown,
  DatabaseAway,
  DatabaseFull,
  DomainError,
  type ErrorCode,
  ERRORS,
  type Fault,
  HistoryAway,
  TooManyGuesses,
  TransactionConflict,
} from "@counterfoil/service";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";

/** RFC 9457 (R-API-4). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly errors?: readonly Fault[];
}

export const problemSchema = Type.Object(
  {
    type: Type.String({ format: "uri-reference", description: "Address of the page that explains the code." }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.Unsafe<ErrorCode>({ title: "ErrorCode", type: "string", enum: Object.keys(ERRORS) }),
    requestId: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: "JSON pointer to the wrong field." }),
          code: Type.String(),
          detail: Type.String(),
        }),
      ),
    ),
  },
  { $id: "Error" },
);

const RETRY_SECONDS = 2;
const TWIN_SECONDS = 1;

/** The only place that turns an error into a response. An internal error discloses nothing but the request ID. */
export async function sendProblem(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const known = toDomainError(error);
  // Under overload, a log line for each refused request would make it worse. These requests are counted instead
  // (docs/operation.md).
  if (known.code.endsWith("_overloaded")) request.log.debug({ code: known.code }, "request refused");
  else if (known.status >= 500) request.log.error({ err: error }, "request failed");
  const challenge = challengeOf(known.code, request);
  if (challenge !== undefined) {
    // A route may have said where programs learn how to get a token.
    const further = reply.getHeader("WWW-Authenticate");
    reply.header("WWW-Authenticate", further === undefined ? challenge : `${challenge}, ${String(further)}`);
  }
  if (known.code === "shutting_down") reply.header("Connection", "close");
  if (known.code === "payload_too_large") {
    // Fastify closes the connection of a body that it could not read. The sender would often get a reset, not the reason.
    request.server.openBodies.answerEarly(request.raw);
    reply.removeHeader("Connection");
  }
  if (known instanceof TooManyGuesses) reply.header("Retry-After", known.retryAfterSeconds);
  if (known.status === 503) reply.header("Retry-After", RETRY_SECONDS);
  if (known.code === "idempotency_in_progress") reply.header("Retry-After", TWIN_SECONDS);
  const problem: Problem = {
    type: `/docs/errors#${known.code}`,
    title: ERRORS[known.code].title,
    status: known.status,
    detail: known.message,
    code: known.code,
    requestId: request.id,
    ...(known.faults.length > 0 ? { errors: known.faults } : {}),
  };
  reply.problem = problem;
  return reply
    .status(known.status)
    .header("Content-Type", "application/problem+json; charset=utf-8")
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem);
}

/** The authentication challenge (RFC 6750, 3). It names an error only if the request had a key. */
function challengeOf(code: ErrorCode, { headers }: FastifyRequest): string | undefined {
  const realm = 'Bearer realm="counterfoil"';
  const hasKey = /^Bearer +\S/i.test(headers.authorization ?? "");
  if (code === "insufficient_scope" && hasKey) return `${realm}, error="insufficient_scope"`;
  if (code !== "unauthorized") return undefined;
  return hasKey ? `${realm}, error="invalid_token"` : realm;
}

/** Errors that Fastify raises, in our words. */
const FRAMEWORK_ERRORS: Record<string, { code: ErrorCode; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "unsupported_media_type",
    detail: "Send the body as JSON, with the Content-Type application/json.",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: "payload_too_large",
    detail: "The body is larger than this endpoint accepts. Send less at once.",
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: "malformed_request", detail: "The body is empty. Send JSON." },
  Z_DATA_ERROR: { code: "malformed_request", detail: "The body is not valid gzip, but Content-Encoding is gzip." },
  Z_BUF_ERROR: { code: "malformed_request", detail: "The gzip data of the body is incomplete." },
  FST_ERR_MAX_PARAM_LENGTH: { code: "not_found", detail: "A segment of the path is longer than any ID." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "malformed_request",
    detail: "The length of the body differs from Content-Length.",
  },
};

/** The domain error for any error. */
export function toDomainError(error: Error): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof DatabaseFull) {
    return new DomainError(
      "database_unavailable",
      "The database's disk is full. Nothing was changed; send the request again when there is space.",
    );
  }
  if (error instanceof CommitUnknown) {
    return new DomainError(
      "database_unavailable",
      "The database did not confirm the change, so it may have taken effect. Send the request again with the same " +
        "Idempotency-Key, or events with the same IDs: then it takes effect once.",
    );
  }
  if (error instanceof DatabaseAway) {
    return new DomainError(
      "database_unavailable",
      "The database does not respond. Nothing was changed; send the request again shortly.",
    );
  }
  if (error instanceof TransactionConflict) {
    const detail = "Other requests are changing the same data. Nothing was changed; send the request again.";
    return new DomainError("database_unavailable", detail);
  }
  if (error instanceof HistoryAway) {
    const detail =
      "The request needs events that are only in ClickHouse, which cannot be read now. Nothing was changed; send the request again shortly.";
    return new DomainError("history_unavailable", detail);
  }
  if (error instanceof ClockOff) {
    const detail = `Nothing was changed because ${error.message}. Correct the server's clock, then send the request again.`;
    return new DomainError("clock_off", detail);
  }
  const { code = "", statusCode = 500 } = error as { code?: string; statusCode?: number };
  const framework = FRAMEWORK_ERRORS[code];
  if (framework !== undefined) return new DomainError(framework.code, framework.detail);
  if (error instanceof SyntaxError || statusCode === 400) return new DomainError("malformed_request", error.message);
  return new DomainError(
    "internal_error",
    "The server failed to process the request. Find the cause in the server's log by the requestId.",
  );
}
