import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-SUB-5, R-SUB-6: a fixed amount of a metered product is prorated like any other, in arrears.

async function fixedPrice({ api }: Story, name: string, pricePerUnit: string): Promise<string> {
  const metric = await api.post("/metrics", { name, eventName: name, aggregation: { method: "count" } });
  const product = await api.post("/products", { name, feeType: "metered", metricIds: [metric.id] });
  const model = { type: "fixed", fixedPricingModel: { units: 1, pricePerUnit: { value: pricePerUnit } } };
  const price = { productId: product.id, billingInterval: "monthly", ...model };
  return (await api.post<{ id: string }>("/prices", price)).id;
}

test("a stub, a change and an end charge the days of a fixed amount", async () => {
  const story = await scenario({ start: "2024-03-22" });
  const small = await fixedPrice(story, "Small", "30");
  const large = await fixedPrice(story, "Large", "60");
  const terms = { contractStartDate: "2024-03-22", firstBillingDate: "2024-04-01" };
  const { id } = await story.subscribe({ prices: [small], ...terms });
  await story.advanceTo("2024-04-16");
  await story.change(id, { update: [{ priceId: small, newPriceId: large }] });
  await story.api.post(`/subscriptions/${id}/cancel`, { effective: "2024-04-26" });
  await story.advanceTo("2024-05-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-03-22 → 2024-04-01  Small  1 × 30.00 × 10/31   9.68
    2024-04-26  2024-04-01 → 2024-04-16  Small  1 × 30.00 × 15/30  15.00
                2024-04-16 → 2024-04-26  Large  1 × 60.00 × 10/30  20.00
                                                            total  35.00
  `);
});

test("a pause takes its days off", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await fixedPrice(story, "Small", "30")] });
  await story.advanceTo("2024-04-11");
  await story.api.post(`/subscriptions/${id}/pause`, { effective: "2024-04-12", resumesOn: "2024-04-22" });
  await story.advanceTo("2024-05-01");
  const [invoice] = await story.invoices();
  expect(invoice?.total).toBe("20.00"); // 30.00 × 20/30
});
