import type { Browser } from "../people/browser.ts";

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
