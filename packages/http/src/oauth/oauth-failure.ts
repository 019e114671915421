/** The error codes of OAuth that this server returns (RFC 6749, 7591, 8707). */
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "access_denied"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "temporarily_unavailable"
  | "server_error";

/** A refusal in the format of OAuth, instead of a problem document. */
export class OauthFailure extends Error {
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}
