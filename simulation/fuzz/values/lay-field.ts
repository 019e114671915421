import type { Api } from "@counterfoil/testkit/api";
import type { MetricMade } from "../../journal/catalogue.ts";
import type { FuzzedPlatform } from "../fuzz-platform.ts";
import { foundPatiently } from "../patience.ts";

/** An organization that measures and bills one property in every way. */
export interface Field {
  readonly api: Api;
  readonly accountId: string;
  readonly clockId: string;
  readonly subscriptionId: string;
  readonly metrics: readonly (MetricMade & { readonly priceId: string })[];
}

/** The measured and billed month. */
export const START = Date.UTC(2026, 0, 1);
export const END = Date.UTC(2026, 1, 1);
const METHODS = ["count", "count_unique", "sum", "average", "min", "max", "latest", "percentile", "weighted_sum"];

/** Price of a unit. */
export const priceOf = (method: string): string => (method === "average" ? "0.333" : "1");

export async function layField(platform: FuzzedPlatform): Promise<Field> {
  const { api } = await foundPatiently(platform, { graceHours: 0, timezone: "UTC" });
  const clock = await api.post("/test-clocks", { frozenTime: "2026-01-31T23:00:00Z" });
  const account = await api.post("/accounts", {
    name: "Acme",
    currency: "USD",
    timezone: "UTC",
    testClockId: clock.id,
  });
  const metrics: Field["metrics"][number][] = [];
  for (const method of METHODS) {
    const field = method === "count" ? {} : { field: "n" };
    const aggregation = { method, ...field, ...(method === "percentile" ? { percentile: 95 } : {}) };
    // With and without groups by another property.
    const groupBy = method === "sum" ? ["g"] : [];
    const metric = await api.post("/metrics", { name: method, eventName: "use", aggregation, groupBy });
    const product = await api.post("/products", { name: method, feeType: "metered", metricIds: [metric.id] });
    const unitPricingModel = { pricePerUnit: { value: priceOf(method) } };
    const price = await api.post("/prices", { productId: product.id, currency: "USD", unitPricingModel });
    const made = { field: null, ...aggregation };
    metrics.push({ id: metric.id, eventName: "use", filters: [], aggregation: made, groupBy, priceId: price.id });
  }
  const priceGroups = [{ priceIds: metrics.map(({ priceId }) => priceId) }];
  const terms = { accountId: account.id, currency: "USD", contractStartDate: "2026-01-01", priceGroups };
  const subscription = await api.post("/subscriptions", terms);
  await api.post(`/subscriptions/${subscription.id}/activate`);
  return { api, accountId: account.id, clockId: clock.id, subscriptionId: subscription.id, metrics };
}

/** Ends the month and lets the worker bill it. */
export async function bill({ api, clockId }: Field): Promise<void> {
  await api.post(`/test-clocks/${clockId}/advance`, { frozenTime: "2026-02-02T00:00:00Z" });
  for (let status = "advancing"; status === "advancing";) {
    status = String((await api.get(`/test-clocks/${clockId}`))["status"]);
  }
}
