import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";

/** Where the programs of tests receive their codes. No one listens there. */
export const CALLBACK = "https://assistant.example/callback";

/** A program that accepts only OAuth. It connects with the protocol's official client. */
export interface OauthProgram {
  readonly provider: OAuthClientProvider;
  /** Discovers the server and registers. Returns the address that it opens in the person's browser. */
  ask(): Promise<URL>;
  /** Takes its tokens with the code in the address to which the person came back. */
  finish(back: URL): Promise<void>;
  /** Takes the next tokens with the refresh token. */
  refresh(): Promise<void>;
  /** The last address that it opened. */
  opened(): URL;
  tokens(): OAuthTokens;
}

export function makeOauthProgram(server: string, name = "Assistant", redirectUrl = CALLBACK): OauthProgram {
  const serverUrl = new URL("/mcp", server);
  let information: OAuthClientInformationMixed | undefined;
  let kept: OAuthTokens | undefined;
  let verifier = "";
  let opened: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => "state of the program",
    clientInformation: () => information,
    saveClientInformation: (given) => void (information = given),
    tokens: () => kept,
    saveTokens: (given) => void (kept = given),
    redirectToAuthorization: (url) => void (opened = url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  };
  async function authorize(expected: "REDIRECT" | "AUTHORIZED", authorizationCode?: string): Promise<void> {
    const result = await auth(provider, {
      serverUrl,
      ...(authorizationCode === undefined ? {} : { authorizationCode }),
    });
    if (result !== expected) throw new Error(`The program is ${result} instead of ${expected}.`);
  }
  return {
    provider,
    async ask() {
      await authorize("REDIRECT");
      return this.opened();
    },
    finish: (back) => authorize("AUTHORIZED", back.searchParams.get("code") ?? ""),
    refresh: () => authorize("AUTHORIZED"),
    opened() {
      if (opened === undefined) throw new Error("The program opened no browser.");
      return opened;
    },
    tokens() {
      if (kept === undefined) throw new Error("The program has no tokens.");
      return kept;
    },
  };
}
