import type { Recipe } from "./recipe.ts";

const unit = (value: string) => ({ unitPricingModel: { pricePerUnit: { value } } });
const fee = (units: number, value: string) => ({
  type: "fixed" as const,
  fixedPricingModel: { units, pricePerUnit: { value } },
});

/** The recipes of the documentation, without their customers and events. */
export const RECIPES: readonly Recipe[] = [
  {
    key: "cost-plus",
    name: "AI usage at cost plus 30%",
    says: "What model calls cost you, plus 30%.",
    example: "10.00 of cost × 1.30 = 13.00",
    page: "ai-cost-plus",
    items: [
      {
        metric: {
          name: "Model cost",
          eventName: "answer",
          aggregation: { method: "sum", field: "cost" },
          groupBy: ["model"],
        },
        product: { name: "AI usage", feeType: "metered" },
        price: unit("1.30"),
      },
    ],
  },
  {
    key: "credits",
    name: "Credits per action",
    says: "Credits that each action uses, from prepaid packs or at the end of the month.",
    example: "(135 credits − 100 prepaid) × 0.02 = 0.70",
    page: "credits-per-action",
    items: [
      {
        metric: {
          name: "Credits",
          eventName: "action",
          aggregation: { method: "sum", field: "credits" },
          groupBy: ["action"],
        },
        product: { name: "Credits", feeType: "metered", unitLabel: "credit" },
        price: unit("0.02"),
      },
    ],
  },
  {
    key: "seats",
    name: "Seats with pooled credits",
    says: "Five seats with 100 credits each, which the team shares.",
    example: "5 × 20.00 + (520 − 500 credits) × 0.05 = 101.00",
    page: "seats-with-credits",
    items: [
      { product: { name: "Seats with credits", feeType: "fixed", unitLabel: "seat" }, price: fee(5, "20.00") },
      {
        metric: {
          name: "Pooled credits",
          eventName: "credit",
          aggregation: { method: "sum", field: "credits" },
        },
        product: { name: "Pooled credits", feeType: "metered", unitLabel: "credit" },
        price: {
          type: "graduated_tiered",
          graduatedTieredPricingModel: {
            tiers: [
              { minUnits: 0, maxUnits: 500, pricePerUnit: { value: "0" } },
              { minUnits: 501, maxUnits: null, pricePerUnit: { value: "0.05" } },
            ],
          },
        },
      },
    ],
  },
  {
    key: "outcomes",
    name: "Pay per resolved ticket",
    says: "A fee for each ticket that your agent resolves. Other tickets are free.",
    example: "2 resolved of 4 tickets × 0.99 = 1.98",
    page: "outcome-based",
    items: [
      {
        metric: {
          name: "Resolved tickets",
          eventName: "ticket_closed",
          filters: [{ operator: "and", filters: [{ field: "outcome", operator: "equal", value: "resolved" }] }],
          aggregation: { method: "count_unique", field: "ticket" },
        },
        product: { name: "Resolved tickets", feeType: "metered", unitLabel: "ticket" },
        price: unit("0.99"),
      },
    ],
  },
  {
    key: "commitment",
    name: "Fee, usage and commitment",
    says: "A platform fee and usage, with a monthly minimum for a year.",
    example: "200.00 + 600 jobs × 0.50 = 500.00, trued up to 1,000.00",
    page: "hybrid-with-commitment",
    items: [
      { product: { name: "Platform", feeType: "fixed" }, price: fee(1, "200.00") },
      {
        metric: { name: "Jobs", eventName: "job", aggregation: { method: "count" } },
        product: { name: "Jobs", feeType: "metered", unitLabel: "job" },
        price: unit("0.50"),
      },
    ],
    plan: {
      minimumSpend: { amount: "1000.00", period: "month" },
      contractPeriodType: "fixed",
      contractDuration: 12,
    },
  },
];
