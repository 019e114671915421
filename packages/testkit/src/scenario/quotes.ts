import type { Api, Answer, Json } from "./api.ts";
import type { Environment } from "./environment.ts";

/** What sending a quote answers. */
export interface SentQuote {
  readonly subscription: Json;
  readonly quoteUrl: string;
  readonly token: string;
  readonly expiresAt: string;
}

export const signer = { signerName: "Ada Byron", signerEmail: "ada@acme.example", signerJobTitle: "CFO" };

/** Sends a draft as a quote. */
export function sendQuote(api: Api, subscriptionId: string, expiresAt?: string): Promise<SentQuote> {
  return api.post<SentQuote>(`/subscriptions/${subscriptionId}/send`, expiresAt === undefined ? {} : { expiresAt });
}

/** Reads a quote as the customer does: with the link and no key. */
export function readQuote(environment: Environment, token: string): Promise<Answer> {
  return environment.api("").request("GET", `/quotes/${token}`);
}

/** Accepts a quote as the customer does: with the link and no key. */
export function acceptQuote(environment: Environment, token: string, body: object = signer): Promise<Answer> {
  return environment.api("").request("POST", `/quotes/${token}/accept`, { body });
}
