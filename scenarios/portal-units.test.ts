import { parseTiers, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-UI-2, R-RATE-2: the portal shows usage with the units that cover it.

interface Portal {
  readonly subscriptions: readonly { readonly usage: readonly Record<string, string | null>[] }[];
}

async function usageOf({ api, accountId }: Story): Promise<unknown[]> {
  const { token } = await api.post<{ token: string }>(`/accounts/${accountId}/portal-link`, {});
  const { subscriptions } = await api.get<Portal>(`/public/portal/${token}`);
  return subscriptions.flatMap(({ usage }) =>
    usage.map(({ quantity, included, periodStart, periodEnd }) => [quantity, included, periodStart, periodEnd]),
  );
}

test("units of a year cover the usage of the year, also if overage is billed every month", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const model = { units: 1_200, overageInterval: "monthly", tiers: parseTiers("0–1200 @0, 1201+ @1") };
  const price = { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel: model };
  await story.subscribe({ prices: [await story.usage("Calls", price, { every: "yearly" })] });
  await story.use("calls", 1_150, "2024-01-10");
  await story.use("calls", 90, "2024-02-10");
  expect(await usageOf(story)).toEqual([["1240", "1200", "2024-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"]]);
});

test("a stub has its share of the units", async () => {
  const story = await scenario({ start: "2024-01-17" });
  const model = { units: 310, tiers: parseTiers("0–310 @1, 311+ @2") };
  const price = await story.usage("Calls", { type: "prepaid_tiered", prepaidTieredPricingModel: model });
  await story.subscribe({ prices: [price], firstBillingDate: "2024-02-01" });
  await story.use("calls", 200, "2024-01-20");
  // 310 × 15/31
  expect(await usageOf(story)).toEqual([["200", "150", "2024-01-17T00:00:00.000Z", "2024-02-01T00:00:00.000Z"]]);
});
