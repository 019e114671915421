import { NEWEST_VERSION, VERSION_HEADER } from "../api-version.ts";
import { isSingleResource } from "../entity-tag.ts";
import { takesIdempotencyKey } from "../idempotency.ts";
import type { Route } from "../route.ts";

interface Header {
  readonly description: string;
  readonly schema: object;
  readonly example: string | number;
}

const limited = "Present if the server limits requests.";

/** Every response header that matters to a client. */
export const RESPONSE_HEADERS = {
  "X-Request-Id": {
    description:
      "Identifies the request in the server's log. It is the X-Request-Id that you sent, or one that the server " +
      "generated.",
    schema: { type: "string", maxLength: 64 },
    example: "req-20260131-0812",
  },
  [VERSION_HEADER]: {
    description: "The API version of the response.",
    schema: { type: "string", format: "date" },
    example: NEWEST_VERSION,
  },
  "RateLimit-Limit": {
    description: `How many requests can be sent at once. ${limited}`,
    schema: { type: "integer", minimum: 0 },
    example: 200,
  },
  "RateLimit-Remaining": {
    description: `How many requests can be sent now. ${limited}`,
    schema: { type: "integer", minimum: 0 },
    example: 187,
  },
  "RateLimit-Reset": {
    description: `Seconds until the full limit is available again. ${limited}`,
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
  "Retry-After": {
    description: "Seconds to wait before you send the request again.",
    schema: { type: "integer", minimum: 0 },
    example: 2,
  },
  "WWW-Authenticate": {
    description: "How to authenticate. Contains `invalid_token` if the API key is not valid.",
    schema: { type: "string" },
    example: 'Bearer realm="counterfoil"',
  },
  ETag: {
    description: "Changes with the resource. Send it back as If-None-Match or If-Match.",
    schema: { type: "string" },
    example: '"9Yl0wEzXbF4hQ6m7qkq0uJ2v8m0o1nZC3sYb1iQp5dA"',
  },
  "Cache-Control": {
    description: "Whether the response may be cached.",
    schema: { type: "string" },
    example: "private, no-cache",
  },
  Location: {
    description: "The path of the created resource.",
    schema: { type: "string", format: "uri-reference" },
    example: "/accounts/acct_01kg9a4xqr3m8t6w0v5y2b7c9d",
  },
  "Idempotent-Replayed": {
    description: "`true` if the Idempotency-Key was used before and this is the response to that request.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Content-Disposition": {
    description: "The file name to save the response as.",
    schema: { type: "string" },
    example: 'inline; filename="INV-2026-0001.pdf"',
  },
  "Set-Cookie": {
    description: "Sets, extends or ends the session.",
    schema: { type: "string" },
    example: "counterfoil.session_token=…; Path=/; HttpOnly; SameSite=Lax",
  },
  "Counterfoil-Warning": {
    description: "Warnings about an operation that succeeded but may be a mistake. Separated by commas.",
    schema: { type: "string" },
    example:
      "usage_billed_twice; metric=metric_01kg9a4xqr3m8t6w0v5y2b7c9d; subscription=sub_01kg9a4xqr5n2p8r1s4t6v0w3x",
  },
  Deprecation: {
    description: "When the operation became deprecated (RFC 9745).",
    schema: { type: "string" },
    example: "@1780272000",
  },
  Sunset: {
    description: "When the operation may be removed (RFC 8594).",
    schema: { type: "string" },
    example: "Tue, 01 Jun 2027 00:00:00 GMT",
  },
} as const satisfies Record<string, Header>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const EVERYWHERE: readonly ResponseHeader[] = [
  "X-Request-Id",
  VERSION_HEADER,
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
];

/** The headers of a successful response, or of a 304. */
export function successHeaders(route: Route, isTagged: boolean, status: number): ResponseHeader[] {
  const { method, mediaType } = route;
  const isNew = status !== 304;
  const isFile = mediaType !== undefined && /pdf|xml|csv/.test(mediaType);
  return [
    ...EVERYWHERE,
    ...(isTagged || mediaType === "application/pdf" ? (["ETag"] as const) : []),
    ...(isSingleResource(route) || (method === "GET" && mediaType !== undefined) ? (["Cache-Control"] as const) : []),
    ...(isNew && route.status === 201 && route.hasLocation !== false ? (["Location"] as const) : []),
    ...(isNew && takesIdempotencyKey(route) ? (["Idempotent-Replayed"] as const) : []),
    ...(isNew && isFile ? (["Content-Disposition"] as const) : []),
    ...(route.setsCookies === true || route.scope === "session" ? (["Set-Cookie"] as const) : []),
    ...(isNew && route.warns === true ? (["Counterfoil-Warning"] as const) : []),
    ...(route.deprecation === undefined ? [] : (["Deprecation", "Sunset"] as const)),
  ];
}

/** The headers of a problem with this status. */
export function problemHeaders(status: number, codes: readonly string[]): ResponseHeader[] {
  const waits = status === 429 || status === 503 || codes.includes("idempotency_in_progress");
  return [
    ...EVERYWHERE,
    ...(waits ? (["Retry-After"] as const) : []),
    ...(codes.includes("unauthorized") || codes.includes("insufficient_scope") ? (["WWW-Authenticate"] as const) : []),
  ];
}
