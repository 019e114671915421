import { discount, type Json, priceDiscount, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-INV-8, R-CREDIT-2: what credit and limits of one product or metric take of an invoice with discounts, minimums and maximums.

const TEN_PERCENT = { discount: priceDiscount("10 %") };

const productOf = async ({ api }: Story, priceId: string): Promise<string> =>
  (await api.get<{ productId: string }>(`/prices/${priceId}`)).productId;
const metricOf = async ({ api }: Story, priceId: string): Promise<string> =>
  (await api.get<{ metricIds: string[] }>(`/prices/${priceId}`)).metricIds[0] ?? "";
const grant = ({ api, accountId }: Story, amount: string, members: object) =>
  api.post<{ id: string }>(`/accounts/${accountId}/credit-grants`, { amount, ...members });
const lastInvoice = async (story: Story) => {
  const { total, creditsApplied } = (await story.invoices()).at(-1) ?? { total: "", creditsApplied: "" };
  return `${total}, paid by credit ${creditsApplied}`;
};
const credit = ({ api, accountId }: Story) => api.get<Json>(`/accounts/${accountId}/credit`);

test("a grant for a product pays what the price's discount leaves of it (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const seats = await story.fixed("Seats", "100.00", { price: { discount: priceDiscount("20 %") } });
  await grant(story, "500", { productIds: [await productOf(story, seats)] });
  await story.subscribe({ prices: [seats, await story.fixed("Support", "50.00")] });
  await story.advanceTo("2026-01-02");
  expect(await lastInvoice(story)).toBe("130.00, paid by credit 80.00"); // 100.00 × 80 %
  const [invoice] = await story.invoices();
  const path = `/invoices/${String(invoice?.id)}`;
  const { lineItems } = await story.api.get<{ lineItems: { productId: string | null }[] }>(path);
  expect(lineItems.map(({ productId }) => productId !== null)).toEqual([true, true, true]);
});

test("a grant for a product pays a price's minimum (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const calls = await story.usage(
    "Calls",
    { unit: "1" },
    { price: { minimumSpend: { amount: { value: "80" }, period: "monthly" } } },
  );
  await grant(story, "500", { productIds: [await productOf(story, calls)] });
  await story.subscribe({ prices: [calls] });
  await story.use("calls", 60, "2026-01-05");
  await story.advanceTo("2026-02-01T01:00");
  expect(await lastInvoice(story)).toBe("80.00, paid by credit 80.00");
});

test("units are worth what discounts leave of their line (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const calls = await story.usage("Calls", { unit: "1" }, { price: TEN_PERCENT });
  await grant(story, "100", { metricId: await metricOf(story, calls) });
  await story.subscribe({ prices: [calls] });
  await story.use("calls", 150, "2026-01-05");
  expect(await credit(story)).toMatchObject({ units: [{ granted: "100", running: "100", available: "0" }] });
  await story.advanceTo("2026-02-01T01:00");
  expect(await lastInvoice(story)).toBe("135.00, paid by credit 90.00"); // 100 × 0.90
});

test("a discount of several products reduces each of them, in running usage and on the invoice (R-CREDIT-2)", async () => {
  const story = await scenario({ start: "2026-01-01", account: { taxCountry: "DE" } });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "DE" });
  const calls = await story.usage("Calls", { unit: "1" });
  const images = await story.usage("Images", { unit: "1" });
  const { id } = await grant(story, "200", { productIds: [await productOf(story, calls)] });
  const minimumSpend = { amount: "100", period: "month" };
  await story.subscribe({ prices: [calls, images], discount: discount("10 %"), minimumSpend });
  await story.use("calls", 60, "2026-01-05");
  await story.use("images", 10, "2026-01-05");
  const running = { running: "64.80", grants: [{ id, available: "135.20" }] }; // 60.00 × 90 % × 1.20
  expect(await credit(story)).toMatchObject({ balances: [running] });
  await story.advanceTo("2026-02-01T01:00");
  expect(await lastInvoice(story)).toBe("120.00, paid by credit 64.80");
});

test("limits and margins of a product count its discounts and maximums (R-CREDIT-2, R-COST-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const calls = await story.usage("Calls", { unit: "1" }, { price: TEN_PERCENT });
  const capped = { maximumSpend: { amount: { value: "50" }, period: "monthly" } };
  const images = await story.usage("Images", { unit: "1" }, { price: capped });
  await story.subscribe({ prices: [calls, images] });
  const [callsProduct, imagesProduct] = [await productOf(story, calls), await productOf(story, images)];
  const { api, accountId } = story;
  await api.patch(`/accounts/${accountId}/credit-settings`, { creditLine: "1000" });
  for (const productId of [callsProduct, imagesProduct]) {
    await api.post("/spend-limits", { accountId, productId, amount: "60", enforcement: "hard" });
  }
  await story.use("calls", 60, "2026-01-01");
  await story.use("images", 80, "2026-01-01");
  expect(await credit(story)).toMatchObject({ spendLimits: [{ spent: "54.00" }, { spent: "50.00" }] });
  const more = { events: [{ eventName: "images", properties: { quantity: 100 } }] };
  const check = await api.post(`/accounts/${accountId}/credit/check`, more);
  expect(check).toMatchObject({ allowed: true, amount: "0.00" });
  await story.advanceTo("2026-02-01T01:00");
  const query = "groupBy=product&from=2026-01-01&to=2026-02-01&testClocks=include";
  const { items } = await api.get<{ items: { key: string; revenue: string }[] }>(`/insights/margin?${query}`);
  expect(new Map(items.map(({ key, revenue }) => [key, revenue]))).toEqual(
    new Map([
      [callsProduct, "54.00"],
      [imagesProduct, "50.00"],
    ]),
  );
});
