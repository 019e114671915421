import { ADDRESS_HEADER } from "../authentication/index.ts";

/** Whoever sends a request, before it is known who that is. */
export interface Visitor {
  /** The header Cookie. */
  readonly cookie: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Whether the request came over https. */
  readonly isSecure: boolean;
}

/** What better-auth reads of a visitor. */
export function headersOf({ cookie, address, userAgent }: Visitor): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (userAgent !== undefined) headers.set("user-agent", userAgent.slice(0, 255));
  return headers;
}

/** What is answered to a visitor, beside the cookies that it sets. */
export type WithCookies<Result> = Result & { readonly cookies: readonly string[] };

export function cookiesOf(headers: Headers): string[] {
  return headers.getSetCookie();
}
