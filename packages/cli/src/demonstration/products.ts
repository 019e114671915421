import { type Context, createMetric, createProduct, createUsageAlert } from "@counterfoil/service";

/** The IDs of the products. */
export interface Products {
  readonly platform: string;
  readonly seats: string;
  readonly onboarding: string;
  readonly calls: string;
  readonly storage: string;
  readonly payments: string;
}

/** Names of the events that the demo customers send. */
export const eventNames = { calls: "api.requests", storage: "storage.measured", payments: "payment.settled" } as const;

/** Monthly calls of one customer at which the seller wants an alert. */
const MANY_CALLS = ["10000000", "50000000"];

/** Creates the billed metrics, two that are only informative, an alert on one, and the products. */
export async function makeProducts(context: Context): Promise<Products> {
  const metric = async (input: Parameters<typeof createMetric>[1]) => (await createMetric(context, input)).id;
  const product = async (input: Parameters<typeof createProduct>[1]) => (await createProduct(context, input)).id;
  const calls = await metric({
    name: "API calls",
    description: "Answered calls, summed from the gateway's hourly reports.",
    eventName: eventNames.calls,
    aggregation: { method: "sum", field: "calls" },
  });
  const storage = await metric({
    name: "Peak storage",
    description: "The highest measured number of gigabytes.",
    eventName: eventNames.storage,
    aggregation: { method: "max", field: "gigabytes" },
  });
  const payments = await metric({
    name: "Payments volume",
    description: "Settled payments. Refused and refunded payments do not count.",
    eventName: eventNames.payments,
    filters: [{ operator: "and", filters: [{ field: "status", operator: "equal", value: "succeeded" }] }],
    aggregation: { method: "sum", field: "amount" },
  });
  await metric({
    name: "Mean response time",
    description: "In milliseconds, from the gateway's hourly reports.",
    eventName: eventNames.calls,
    aggregation: { method: "average", field: "milliseconds" },
  });
  await metric({
    name: "Regions in use",
    eventName: eventNames.calls,
    aggregation: { method: "count_unique", field: "region" },
  });
  const busy = { name: "Busy customers", metricId: calls, measure: "quantity", period: "month" } as const;
  await createUsageAlert(context, { ...busy, thresholds: MANY_CALLS });
  return {
    platform: await product({ name: "Platform", description: "The workspace.", sku: "BA-PLT", feeType: "fixed" }),
    seats: await product({
      name: "Seats",
      description: "People who sign in.",
      sku: "BA-SEAT",
      feeType: "fixed",
      unitLabel: "seat",
    }),
    onboarding: await product({
      name: "Onboarding",
      description: "Setup, data migration and two days of training.",
      sku: "BA-ONB",
      feeType: "fixed",
      billingFrequency: "one-off",
    }),
    calls: await product({
      name: "API calls",
      sku: "BA-API",
      feeType: "metered",
      metricIds: [calls],
      unitLabel: "call",
    }),
    storage: await product({
      name: "Storage",
      sku: "BA-STO",
      feeType: "metered",
      metricIds: [storage],
      unitLabel: "GB",
    }),
    payments: await product({ name: "Payments processing", sku: "BA-PAY", feeType: "metered", metricIds: [payments] }),
  };
}
