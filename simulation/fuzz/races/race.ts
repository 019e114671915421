import type { Answer, Api, Json } from "@counterfoil/testkit/api";
import type { TestOrganization } from "@counterfoil/testkit/environment";
import type { FuzzedPlatform } from "../fuzz-platform.ts";

/** The organization of a race. */
export interface Track extends TestOrganization {
  readonly platform: FuzzedPlatform;
  /** An account in dollars. */
  readonly accountId: string;
  /** Unique within the run, for values that are unique in the installation. */
  readonly number: number;
}

/** A concurrent request. */
export interface RacedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Authenticated only by the token in the path. */
  readonly isPublic?: boolean;
}

export interface Start {
  readonly requests: readonly RacedRequest[];
  /** How many may succeed; unlimited if omitted. */
  readonly successes?: number | readonly [least: number, most: number];
  /** Further conditions afterwards; returns violations. */
  readonly check?: (answers: readonly Answer[]) => Promise<string[]>;
}

/** Conflicting requests. */
export interface Race {
  readonly title: string;
  /** Prepares their objects. */
  readonly arrange: (track: Track) => Promise<Start>;
}

/** The same request several times. */
export function times(count: number, request: RacedRequest): RacedRequest[] {
  return Array.from({ length: count }, () => request);
}

export const post = (path: string, body?: unknown): RacedRequest => ({ method: "POST", path, body });

/** Creates a monthly fixed price. */
export async function monthly(api: Api, amount: string): Promise<string> {
  const product = await api.post("/products", { name: "Base", feeType: "fixed", paymentTerms: "advance" });
  const fixedPricingModel = { pricePerUnit: { value: amount }, units: 1 };
  const terms = { productId: product.id, currency: "USD", billingInterval: "monthly", fixedPricingModel };
  return (await api.post("/prices", terms)).id;
}

/** Creates a draft contract that began ten days ago. */
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
