import { type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Browser } from "../people/browser.ts";

/** Where the programs of these tests receive their codes. No one listens there. */
export const CALLBACK = "https://assistant.example/callback";

/** A program that connects with the official SDK, and remembers what it was given. */
export interface Program {
  readonly provider: OAuthClientProvider;
  /** The last address that it opened in the person's browser. */
  opened(): URL;
  tokens(): OAuthTokens;
}

export function makeProgram(client_name = "Assistant", redirectUrl = CALLBACK): Program {
  let information: OAuthClientInformationMixed | undefined;
  let kept: OAuthTokens | undefined;
  let verifier = "";
  let opened: URL | undefined;
  return {
    provider: {
      redirectUrl,
      clientMetadata: { client_name, redirect_uris: [redirectUrl] },
      state: () => "state of the program",
      clientInformation: () => information,
      saveClientInformation: (given) => void (information = given),
      tokens: () => kept,
      saveTokens: (given) => void (kept = given),
      redirectToAuthorization: (url) => void (opened = url),
      saveCodeVerifier: (given) => void (verifier = given),
      codeVerifier: () => verifier,
    },
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

/** The `request` with which the server opens the page of consent. */
export async function requestOf(authorizeAddress: URL): Promise<string> {
  const answer = await fetch(authorizeAddress, { redirect: "manual" });
  const location = new URL(answer.headers.get("Location") ?? "", authorizeAddress);
  if (location.pathname !== "/app/authorize") throw new Error(`${answer.status}: ${location.href}`);
  return location.searchParams.get("request") ?? "";
}

/** What the page of consent does when the person clicks Allow. Returns the address that takes them back. */
export async function allow(browser: Browser, authorizeAddress: URL, scopes: readonly string[]): Promise<URL> {
  const request = await requestOf(authorizeAddress);
  const answer = await browser.send("POST", "/oauth-connections", { request, scopes });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return new URL(String(answer.body["redirectTo"]));
}
