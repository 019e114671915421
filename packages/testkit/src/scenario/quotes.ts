import type { Api, Answer, Json } from "./api.ts";
import type { Environment } from "./environment.ts";

/** The response to sending a quote. */
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

/** Reads a quote like the customer: with the link and without a key. */
export function readQuote(environment: Environment, token: string): Promise<Answer> {
  return environment.api("").request("GET", `/quotes/${token}`);
}

export const decliner = { declinerName: "Grace Cole", declinerEmail: "grace@acme.example", reason: "Too expensive." };

/** Declines a quote like the customer: with the link and without a key. */
export function declineQuote(environment: Environment, token: string, body: object = decliner): Promise<Answer> {
  return environment.api("").request("POST", `/quotes/${token}/decline`, { body });
}

/** The number and the state of a quote, read like the customer. */
export function readQuoteState(environment: Environment, token: string): Promise<Answer> {
  return environment.api("").request("GET", `/quotes/${token}/state`);
}

/** Accepts a quote like the customer: with the link and without a key. */
export function acceptQuote(environment: Environment, token: string, body: object = signer): Promise<Answer> {
  return environment.api("").request("POST", `/quotes/${token}/accept`, { body });
}
