import { type Json, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

// R-SUB-1, R-PDF-1: a quote shows its totals with tax, per interval and over its fixed term.

async function offered(story: Story, id: string): Promise<{ document: Json; figures: Json; text: string }> {
  const { token } = await sendQuote(story.api, id);
  const customer = story.environment.api("");
  const { document } = await customer.get<{ document: Json & { figures: Json } }>(`/quotes/${token}`);
  const answer = await fetch(`${story.environment.url}/quotes/${token}/pdf`);
  const { pages } = readPdf(Buffer.from(await answer.arrayBuffer()));
  return { document, figures: document.figures, text: pages.map(({ text }) => text).join(" ") };
}

test("a year of 100.00 a month and 50.00 once with 19 % VAT has a contract value of 1,487.50 (R-SUB-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "19", inclusive: false });
  const prices = [
    await story.fixed("Base", "100"),
    await story.fixed("Setup", "50", { oneOff: true }),
    await story.usage("API calls", { unit: "0.01" }),
  ];
  const quote = await story.subscribe({
    prices,
    contractPeriodType: "fixed",
    contractEndDate: "2027-01-01",
    autoRenew: true,
    activate: false,
  });
  const { figures, text } = await offered(story, quote.id);
  const tax = (base: string, amount: string) => [{ name: "VAT", percentage: "19", base, amount }];
  expect(figures).toMatchObject({
    recurring: [
      { interval: "monthly", subtotal: "100.00", taxes: tax("100.00", "19.00"), total: "119.00" },
      { interval: null, subtotal: "50.00", taxes: tax("50.00", "9.50"), total: "59.50" },
    ],
    // 12 × 100.00 + 50.00 = 1,250.00, and 12 × 19.00 + 9.50 = 237.50; a renewal and usage are not in it.
    contract: { subtotal: "1250.00", taxes: tax("1250.00", "237.50"), total: "1487.50", isWithoutUsage: true },
  });
  expect(text).toContain("Fixed prices, monthly 100.00 VAT 19% 19.00 Total · monthly 119.00");
  expect(text).toContain("Contract value · Net amount 1,250.00 VAT 19% 237.50 Contract value €1,487.50");
  expect(text).toContain("Usage is billed in addition to the contract value.");
  // The bills for this calculation are rolled back.
  expect(await story.invoices()).toEqual([]);
});

test("a contract without an end has no value, and without tax there is one row per interval", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const quote = await story.subscribe({ prices: [await story.fixed("Base", "100")], activate: false });
  const { figures, text } = await offered(story, quote.id);
  expect(figures).toMatchObject({ recurring: [{ subtotal: "100.00", taxes: [], total: "100.00" }], contract: null });
  expect(text).toContain("Fixed prices, monthly 100.00");
  expect(text).not.toContain("Contract value");
});

test("a quote names a version's discounts and limits, and the contract value includes them (R-SUB-1, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const [base, support] = [await story.fixed("Base", "100"), await story.fixed("Support", "50")];
  const calls = await story.usage("API calls", { unit: "0.01" });
  const bundle = await story.api.post("/price-bundles", { name: "Calls", priceIds: [calls] });
  const items = (...ids: string[]) => ({ type: "items", ids });
  const quote = await story.subscribe({
    priceGroups: [{ priceIds: [base, support] }, { bundleId: bundle.id }],
    discounts: [
      {
        type: "percentage",
        value: "20",
        scope: items(support),
        durationType: "fixed",
        durationValue: 3,
        durationUnit: "months",
      },
      { type: "amount", value: "5" },
    ],
    thresholds: [
      { type: "min", value: "40", scope: items(bundle.id) },
      { type: "max", value: "5000", interval: "year" },
    ],
    contractPeriodType: "fixed",
    contractEndDate: "2027-01-01",
    autoRenew: false,
    activate: false,
  });
  const { figures, text, document } = await offered(story, quote.id);
  expect(document["versions"]).toMatchObject([
    {
      discounts: [
        {
          type: "percentage",
          value: "20",
          scope: { type: "items", names: ["Support"] },
          durationType: "fixed",
          durationValue: 3,
          durationUnit: "months",
        },
        { type: "amount", value: "5", scope: { type: "global", names: [] }, durationType: "forever" },
      ],
      thresholds: [
        { type: "min", value: "40", interval: "month", scope: { type: "items", names: ["Calls"] } },
        { type: "max", value: "5000", interval: "year", scope: { type: "global", names: [] } },
      ],
    },
  ]);
  // IDs mean nothing to the customer.
  expect(JSON.stringify(document["versions"])).not.toMatch(/price_|bndl_|disc_|thr_/);
  // 12 × (100.00 + 50.00) − 3 × 10.00 − 12 × 5.00 + 12 × 40.00 of calls: 1,800 − 30 − 60 + 480 = 2,190.
  expect(figures["contract"]).toMatchObject({ subtotal: "2190.00", total: "2190.00" });
  expect(text).toContain("Support: Discount 20% · for 3 months");
  expect(text).toContain("Calls: Minimum €40.00 · monthly");
  expect(text).toContain("Discount €5.00 · monthly");
  expect(text).toContain("Maximum €5,000.00 · yearly");
  expect(text).toMatch(/Fixed prices, monthly\s+before\sdiscounts 150\.00/);
  expect(text).toContain("Contract value €2,190.00");
});

test("discounts and limits are in the invoice currency, prices in their own (R-SUB-9)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const base = await story.fixed("Base", "100", { price: { currency: "USD" } });
  const quote = await story.subscribe({
    prices: [base],
    sourceCurrency: "USD",
    conversionRate: "0.9",
    conversionRateDate: "2026-01-01",
    discounts: [{ type: "amount", value: "7" }],
    minimumSpend: { amount: "30", period: "month" },
    contractPeriodType: "fixed",
    contractEndDate: "2026-02-01",
    activate: false,
  });
  const { text, figures } = await offered(story, quote.id);
  expect(figures["contract"]).toMatchObject({ total: "83.00", currency: "EUR" }); // 100.00 × 0.9 − 7.00
  expect(text).toContain("Discount €7.00 · monthly");
  expect(text).toContain("Minimum €30.00 · monthly");
  expect(text).toContain("Amount (USD)");
});
