import { type Exchange, onConnections } from "./exchange.ts";
import type { Platform } from "./start-platform.ts";

const BATCH = 1_000;
const WRITERS = 8;

/** Sells each account a price in three tiers for the sum of `n` over the events `tokens`, and gives it a grant that lasts. */
export async function sellPrepaid(platform: Platform, accountIds: readonly string[], startsOn: string): Promise<void> {
  const metric = { name: "Prepaid tokens", eventName: "tokens", aggregation: { method: "sum", field: "n" } };
  const { id: metricId } = await platform.create("/metrics", metric);
  const { id: productId } = await platform.create("/products", {
    name: "Prepaid tokens",
    feeType: "metered",
    metricIds: [metricId],
  });
  const tier = (minUnits: number, maxUnits: number | null, value: string) => {
    return { minUnits, maxUnits, pricePerUnit: { value }, fixedFee: { value: "0" } };
  };
  const tiers = [tier(0, 1_000, "0.02"), tier(1_000, 100_000, "0.01"), tier(100_000, null, "0.005")];
  const { id: priceId } = await platform.create("/prices", { productId, graduatedTieredPricingModel: { tiers } });
  for (const accountId of accountIds) {
    const contract = { accountId, contractStartDate: startsOn, priceGroups: [{ priceIds: [priceId] }] };
    const { id } = await platform.create("/subscriptions", contract);
    await platform.create(`/subscriptions/${id}/activate`);
    await platform.create(`/accounts/${accountId}/credit-grants`, { amount: "1000000.00" });
  }
}

/** Stores events of an account over HTTP, evenly from an instant until now. */
export async function useTokens(platform: Platform, account: string, count: number, since: number): Promise<void> {
  let sent = 0;
  const span = Date.now() - since;
  const send = async (exchange: Exchange) => {
    while (sent < count) {
      const first = sent;
      sent += BATCH;
      const events = Array.from({ length: Math.min(BATCH, count - first) }, (_, place) => ({
        uniqueId: `${account}-${first + place}`,
        account,
        eventName: "tokens",
        timestamp: new Date(since + Math.floor(((first + place) / count) * span)).toISOString(),
        properties: { n: "2" },
      }));
      await exchange.post("/events", JSON.stringify({ events }));
    }
  };
  await onConnections(platform, WRITERS, send);
}
