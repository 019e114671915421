import { scenario, type UsagePricing } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** Costs by quantity; each is the usage of a separate month. */
type WorkedFigures = Record<string, string>;

const worked: [title: string, pricing: UsagePricing, figures: WorkedFigures][] = [
  [
    "unit 0.000001234: far below a cent each, rounded once in the end",
    { unit: "0.000001234" },
    { "1234567": "1.52", "0": "0.00" }, // 1.523455678
  ],
  [
    "tiered 0–100 @0.15, 101–500 @0.10, 501+ @0.05",
    { tiered: "0–100 @0.15, 101–500 @0.10, 501+ @0.05" },
    { "250": "25.00", "100": "15.00", "100.5": "10.05", "500": "50.00", "501": "25.05" },
  ],
  [
    "the same bounds written 0–100, 100–500, 500+: only the upper ones decide (R-RATE-1)",
    { tiered: "0–100 @0.15, 100–500 @0.10, 500+ @0.05" },
    { "250": "25.00", "100": "15.00", "500": "50.00" },
  ],
  [
    "tiered 0–10 @5 + 100, 11+ @2 + 50",
    { tiered: "0–10 @5 + 100, 11+ @2 + 50" },
    { "5": "125.00", "15": "80.00", "0": "100.00" }, // the first tier covers 0: its fee is due
  ],
  [
    "tiered from 1: the quantity 0 is in no tier and costs nothing (R-RATE-1)",
    { tiered: "1–10 @5 + 100, 11+ @2 + 50" },
    { "0": "0.00", "1": "105.00" },
  ],
  [
    "graduated 0–5 @10 + 100, 6+ @5 + 50",
    { graduated: "0–5 @10 + 100, 6+ @5 + 50" },
    { "3": "130.00", "8": "215.00", "0": "100.00", "5.5": "202.50" }, // 5 × 10 + 100 + 0.5 × 5 + 50
  ],
  [
    "graduated from 1: without usage no tier is reached (R-RATE-1)",
    { graduated: "1–5 @10 + 100, 6+ @5 + 50" },
    { "0": "0.00", "6": "205.00" }, // 50 + 100 + 5 + 50
  ],
  [
    "tiered percentage 0–100 5 %, 101+ 2 % + 10: all of the volume at one percentage",
    { tieredPercentage: "0–100 @5, 101+ @2 + 10" },
    { "50": "2.50", "100": "5.00", "150": "13.00" }, // 150 × 2 % + 10
  ],
  [
    "graduated percentage 0–100 5 %, 101+ 2 % + 10",
    { graduatedPercentage: "0–100 @5, 101+ @2 + 10" },
    { "50": "2.50", "150": "16.00", "100.50": "15.01" }, // 5.00 + 0.50 × 2 % + 10
  ],
  [
    "volume percentage 2.9 % + 0.30 per event",
    volumePercentage("2.9", "0.30", "0"),
    { "100.00": "3.20", "0": "0.00" }, // without an event nothing is due
  ],
  [
    "volume percentage 1 % + 0.10 per event + 5.00 once when there was any event",
    volumePercentage("1", "0.10", "5.00"),
    { "200.00": "7.10", "0": "0.00" },
  ],
  [
    "package of 10 for 100",
    packages(0),
    { "3": "100.00", "15": "200.00", "20": "200.00", "20.01": "300.00", "0": "0.00" },
  ],
  [
    "package of 10 for 100 with 5 included",
    packages(5),
    { "3": "0.00", "12": "100.00", "15": "100.00", "15.5": "200.00" },
  ],
];

test.each(worked)("%s (R-RATE-2)", async (_, pricing, figures) => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Usage", pricing)] });
  const quantities = Object.keys(figures);
  for (const [index, quantity] of quantities.entries()) {
    const day = `2024-0${index + 1}-10`;
    if (quantity === "0") await story.advanceTo(day);
    else await story.use("usage", quantity, day);
  }
  await story.advanceTo(`2024-0${quantities.length + 1}-01`);
  const amounts = (await story.invoices()).map(({ total }, index) => [quantities[index], total]);
  expect(Object.fromEntries(amounts)).toEqual(figures);
});

test("fixed 24.99 × 2 = 49.98, and a different total is refused by name (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Seats", "24.99", { units: 2 })] });
  await story.advanceTo("2024-01-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Seats  2 × 24.99  49.98
  `);
  const product = await story.api.post("/products", { name: "Seats", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "24.99" }, units: 2, total: { value: "49.99" } };
  const body = { productId: product.id, type: "fixed", fixedPricingModel };
  const answer = await story.api.request<{ errors: { pointer: string }[] }>("POST", "/prices", { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map(({ pointer }) => pointer)).toEqual(["/fixedPricingModel/total"]);
});

test.each([
  ["a gap", "0–100 @1, 102+ @2", "/tieredPricingModel/tiers/1"],
  ["an overlap", "0–100 @1, 50+ @2", "/tieredPricingModel/tiers/1"],
  ["a closed last tier", "0–100 @1, 101–200 @2", "/tieredPricingModel/tiers/1"],
])("tiers with %s are refused, naming the tier (R-RATE-1)", async (_, tiered, pointer) => {
  const story = await scenario({ start: "2024-01-01" });
  await expect(story.usage("Usage", { tiered })).rejects.toThrow(`"pointer": "${pointer}`);
});

function volumePercentage(percentage: string, pricePerUnit: string, fixedFee: string): UsagePricing {
  return {
    type: "volume_percentage",
    volumePercentagePricingModel: {
      percentage: { value: percentage },
      pricePerUnit: { value: pricePerUnit },
      fixedFee: { value: fixedFee },
    },
  };
}

function packages(includedUnits: number): UsagePricing {
  const packagePricingModel = { packageSize: 10, includedUnits, pricePerPackage: { value: "100" } };
  return { type: "package", packagePricingModel };
}
