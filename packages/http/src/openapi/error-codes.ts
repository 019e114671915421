import { ERRORS, type ErrorCode } from "@counterfoil/service";
import { takesIdempotencyKey } from "../idempotency.ts";
import type { Route } from "../route.ts";

/** Every operation may return these. */
export const ALWAYS: readonly ErrorCode[] = [
  "malformed_request",
  "invalid_parameter",
  "rate_limited",
  "internal_error",
  "history_unavailable",
  "database_unavailable",
  "clock_off",
  "shutting_down",
];
const WRITES: readonly ErrorCode[] = [
  "precondition_failed",
  "payload_too_large",
  "unsupported_media_type",
  "validation_failed",
  "bodies_overloaded",
];
const DOCUMENTS: Readonly<Record<string, readonly ErrorCode[]>> = {
  "application/pdf": [
    "document_undrawable",
    "document_too_large",
    "document_damaged",
    "document_failed",
    "documents_unavailable",
    "documents_overloaded",
  ],
  "application/xml": ["e_invoice_incomplete"],
};

/**
 * The codes that a route may return, by status. Most follow from the route's declaration; `refusals` names the others.
 * A test compares them with the responses in the stories.
 */
export function errorCodesOf(route: Route): ReadonlyMap<number, readonly ErrorCode[]> {
  const { method, scope, params, mediaType = "", countsUsage, refusals = [] } = route;
  const isWrite = method !== "GET";
  const isOrganizations = scope !== null && scope !== "session";
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...(isWrite ? WRITES : []),
    ...(isWrite && countsUsage !== true ? (["requests_overloaded"] as const) : []),
    ...(isWrite && (scope !== null || params !== undefined) ? (["state_conflict"] as const) : []),
    ...(takesIdempotencyKey(route) ? (["idempotency_in_progress", "idempotency_mismatch"] as const) : []),
    ...(scope === null ? [] : (["unauthorized"] as const)),
    ...(scope !== null && isWrite ? (["cross_site_request"] as const) : []),
    // Counterfoil-Organization may name an organization that does not exist.
    ...(isOrganizations ? (["insufficient_scope", "not_found"] as const) : []),
    ...(params === undefined ? [] : (["not_found"] as const)),
    ...(DOCUMENTS[mediaType] ?? []),
    ...refusals,
  ]);
  const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
  return Map.groupBy(inOrder, (code) => ERRORS[code].status);
}
