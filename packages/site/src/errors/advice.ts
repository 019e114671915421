import type { ErrorCode } from "@counterfoil/service";

/** What causes each error, and what the caller can do. */
export const ADVICE: Readonly<Record<ErrorCode, string>> = {
  malformed_request:
    "The server cannot read the request: the body is not valid JSON, or too deeply nested. Correct the body that `detail` names.",
  invalid_parameter:
    "A path or query parameter is unknown or has a value that is not accepted. `detail` names it and lists what is accepted.",
  invalid_signature:
    "The signature of a webhook of the payment provider is wrong. Compare the webhook secret in the payment settings with the one that the provider shows.",
  unauthorized:
    "The request has no valid API key and no session. Send `Authorization: Bearer` with a key that is neither revoked nor expired.",
  sign_in_failed: "The email address, the password or the second factor is wrong. Try again, or reset the password.",
  insufficient_scope:
    "The API key, or the role of the signed-in person, lacks the scope that the operation needs. Use a key with that scope.",
  not_permitted: "The link that the customer opened does not allow this action. Create a portal link that allows it.",
  cross_site_request:
    "A browser sent a change with a session cookie from another site. Use an API key for requests from your own site.",
  not_found:
    "Nothing has this ID in your organization, or the path does not exist. Check the ID, and the organization of the key.",
  method_not_allowed:
    "The path exists but does not support this method. The `Allow` header lists the methods that it supports.",
  request_timeout: "The server waited too long for the rest of the request. Send it again over a faster connection.",
  state_conflict:
    "The object exists, but its current state does not allow the action. `detail` says which state that is, and what to do first.",
  idempotency_in_progress:
    "A request with the same `Idempotency-Key` is still running. Send it again after the seconds in `Retry-After`.",
  quote_expired: "The quote has passed its expiry date. Send the quote again to get a new link.",
  link_expired: "The link has passed its expiry date. Create a new one.",
  precondition_failed:
    "The resource has changed since you read it, or the operation does not support `If-Match`. Read the resource again, then repeat the change.",
  payload_too_large: "The body is larger than the operation accepts. Send less at a time.",
  unsupported_media_type:
    "The operation does not accept this `Content-Type`. The page of the operation lists the accepted ones.",
  validation_failed:
    "Fields of the body are wrong. `errors` lists each one with a pointer, a code and what is accepted.",
  idempotency_mismatch:
    "The `Idempotency-Key` was used for a different request within the last 24 hours. Use a new key for each new request.",
  document_undrawable:
    "The document contains characters that no font of Counterfoil has. `detail` names them; replace them.",
  document_too_large: "The document has too many lines to draw as a PDF. Read its lines with the API instead.",
  e_invoice_incomplete:
    "The electronic invoice lacks data, or has data that its profile does not allow. `errors` lists each field to correct.",
  rate_limited:
    "The key has sent too many requests. Wait for the seconds in `Retry-After`, then send the request again.",
  headers_too_large:
    "The headers of the request are too large. Remove cookies and other headers that the API does not need.",
  internal_error:
    "The server failed. Nothing was changed. An operator finds the cause in the server's log by the `requestId`.",
  document_failed:
    "Drawing the PDF failed. Send the request again; if it keeps failing, an operator finds the cause in the log.",
  document_damaged:
    "The stored document differs from its checksum. An operator should restore it from a backup, and run `counterfoil verify`.",
  ingestion_overloaded: "The server receives more usage events than it can store. Send them again after `Retry-After`.",
  requests_overloaded: "The server has more requests than it can handle. Send the request again after `Retry-After`.",
  bodies_overloaded:
    "Large request bodies fill the memory that is reserved for them. Send the request again after `Retry-After`.",
  documents_overloaded: "Too many documents wait to be drawn. Send the request again after `Retry-After`.",
  checks_overloaded: "Too many entitlement checks wait. Send the request again after `Retry-After`.",
  secrets_unavailable:
    "The server has another encryption key than the one that its secrets were encrypted with. An operator should set the right `COUNTERFOIL_SECRET`.",
  documents_unavailable: "The process that draws documents is not running. Send the request again after `Retry-After`.",
  provider_unavailable:
    "The payment provider does not respond. Counterfoil does not know the outcome yet, and asks the provider again.",
  history_unavailable:
    "The request needs events that are only in ClickHouse, which does not respond or cannot answer. Nothing was changed. Send the request again after `Retry-After`. An operator finds the reason in the log, and with `counterfoil history status`.",
  shutting_down: "The server is stopping. Nothing was changed. Send the request again; another process will answer.",
  clock_off:
    "The server's clock differs from the database's by more than a minute. Nothing was changed. An operator should correct the clock.",
  database_unavailable:
    "The database does not respond, or requests conflict. Nothing was changed. Send the request again after `Retry-After`.",
};
