import type { Answer, Api, Json } from "@counterfoil/testkit/api";
import type { TestOrganization } from "@counterfoil/testkit/environment";
import type { FuzzedPlatform } from "../fuzz-platform.ts";

/** An organization in which a race is run. */
export interface Track extends TestOrganization {
  readonly platform: FuzzedPlatform;
  /** An account that pays in dollars. */
  readonly accountId: string;
  /** Apart from all others of the run, for what is one of its kind in the whole installation. */
  readonly number: number;
}

/** What is sent at the same time. */
export interface RacedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** By the token in the address alone. */
  readonly isPublic?: boolean;
}

export interface Start {
  readonly requests: readonly RacedRequest[];
  /** How many of them may succeed; any number when left out. */
  readonly successes?: number | readonly [least: number, most: number];
  /** What else has to be true afterwards; answers what is not. */
  readonly check?: (answers: readonly Answer[]) => Promise<string[]>;
}

/** Requests that are in each other's way. */
export interface Race {
  readonly title: string;
  /** Makes ready what they are about. */
  readonly arrange: (track: Track) => Promise<Start>;
}

/** The same request so many times. */
export function times(count: number, request: RacedRequest): RacedRequest[] {
  return Array.from({ length: count }, () => request);
}

export const post = (path: string, body?: unknown): RacedRequest => ({ method: "POST", path, body });

/** A price of a fixed amount a month. */
export async function monthly(api: Api, amount: string): Promise<string> {
  const product = await api.post("/products", { name: "Base", feeType: "fixed", paymentTerms: "advance" });
  const fixedPricingModel = { pricePerUnit: { value: amount }, units: 1 };
  const terms = { productId: product.id, currency: "USD", billingInterval: "monthly", fixedPricingModel };
  return (await api.post("/prices", terms)).id;
}

/** A draft of a contract that began ten days ago. */
export async function draft({ api, accountId }: Track, priceId: string): Promise<string> {
  const contractStartDate = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, "2024-01-31".length);
  return (await api.post("/subscriptions", { accountId, contractStartDate, priceGroups: [{ priceIds: [priceId] }] }))
    .id;
}

export async function running(track: Track, priceId: string): Promise<string> {
  const id = await draft(track, priceId);
  await track.api.post(`/subscriptions/${id}/activate`);
  return id;
}

export function invoice({ api, accountId }: Track, amount: string, terms: object = {}) {
  const lines = [{ description: "Work", unitPrice: amount }];
  return api.post<Json & { readonly lineItems: readonly Json[] }>("/invoices", { accountId, lines, ...terms });
}
