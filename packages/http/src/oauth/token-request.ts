import type { Exchange } from "@counterfoil/service";
import { OauthFailure } from "./oauth-failure.ts";

/** The parameters of a request. Each may be sent once (RFC 6749, 3.1 and 3.2). */
export function singleParameters(sent: URLSearchParams): Readonly<Record<string, string | undefined>> {
  const repeated = [...sent.keys()].find((name) => sent.getAll(name).length > 1);
  if (repeated !== undefined) throw new OauthFailure("invalid_request", `${repeated} was sent more than once.`);
  return Object.fromEntries(sent);
}

/** Reads a request to `/oauth/token`, for a client that is known. */
export function readExchange(
  form: Readonly<Record<string, string | undefined>>,
  { clientId, resource }: { readonly clientId: string; readonly resource: string },
): Exchange {
  const required = (name: string): string => {
    const value = form[name];
    if (value === undefined || value === "") throw new OauthFailure("invalid_request", `${name} is missing.`);
    return value;
  };
  const common = { clientId, resource };
  switch (required("grant_type")) {
    case "authorization_code":
      return {
        ...common,
        kind: "code",
        code: required("code"),
        redirectUri: required("redirect_uri"),
        codeVerifier: required("code_verifier"),
      };
    case "refresh_token": {
      const scopes = form["scope"]?.split(" ").filter((word) => word !== "") ?? null;
      return { ...common, kind: "refresh", refreshToken: required("refresh_token"), scopes };
    }
    default:
      throw new OauthFailure("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  }
}
