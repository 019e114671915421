import { ADDRESS_HEADER } from "../authentication/index.ts";

/** The sender of a request before authentication. */
export interface Visitor {
  /** The Cookie header. */
  readonly cookie: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Whether the request used https. */
  readonly isSecure: boolean;
}

/** The request headers that better-auth reads. */
export function headersOf({ cookie, address, userAgent }: Visitor): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (userAgent !== undefined) headers.set("user-agent", userAgent.slice(0, 255));
  return headers;
}

/** The response to a visitor, with the cookies that it sets. */
export type WithCookies<Result> = Result & { readonly cookies: readonly string[] };

export function cookiesOf(headers: Headers): string[] {
  return headers.getSetCookie();
}
