/**
 * Every error that the service answers, once: its stable code, its HTTP status and its title (R-API-4). The page of codes
 * in the documentation is tested against this list.
 */
export const ERRORS = {
  malformed_request: { status: 400, title: "The request cannot be read" },
  invalid_parameter: { status: 400, title: "A parameter of the address is wrong" },
  invalid_signature: { status: 400, title: "The signature is wrong" },
  unauthorized: { status: 401, title: "No valid API key or session" },
  sign_in_failed: { status: 401, title: "The sign-in failed" },
  insufficient_scope: { status: 403, title: "The API key or the role lacks the scope" },
  not_permitted: { status: 403, title: "The link does not permit it" },
  cross_site_request: { status: 403, title: "The request came from another site" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "The path does not take this method" },
  request_timeout: { status: 408, title: "The request took too long to arrive" },
  state_conflict: { status: 409, title: "The state does not allow it" },
  idempotency_in_progress: { status: 409, title: "The same request is being worked on" },
  quote_expired: { status: 410, title: "The quote has expired" },
  link_expired: { status: 410, title: "The link has expired" },
  precondition_failed: { status: 412, title: "The resource has changed since you read it" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The content type is not supported" },
  validation_failed: { status: 422, title: "The request is invalid" },
  idempotency_mismatch: { status: 422, title: "The Idempotency-Key belongs to another request" },
  document_undrawable: { status: 422, title: "The document has characters that no font draws" },
  e_invoice_incomplete: { status: 422, title: "The invoice cannot be written as an electronic invoice" },
  rate_limited: { status: 429, title: "Too many requests" },
  headers_too_large: { status: 431, title: "The headers are too large" },
  internal_error: { status: 500, title: "Something failed on our side" },
  document_damaged: { status: 500, title: "The stored document is not what its hash says" },
  ingestion_overloaded: { status: 503, title: "More events arrive than can be stored" },
  requests_overloaded: { status: 503, title: "More requests arrive than can be done" },
  checks_overloaded: { status: 503, title: "More checks arrive than can be written" },
  secrets_unavailable: { status: 503, title: "The server cannot open its secrets" },
  documents_unavailable: { status: 503, title: "The server cannot draw documents" },
  provider_unavailable: { status: 503, title: "The payment provider does not answer" },
  shutting_down: { status: 503, title: "The server is being stopped" },
  clock_off: { status: 503, title: "The server's clock is wrong" },
  database_unavailable: { status: 503, title: "The database is away" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;
