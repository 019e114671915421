import type { PrintedPrice, PrintedQuote } from "../../src/index.ts";
import { short } from "./short.ts";

const none = { discount: null, minimum: null, maximum: null };

function price(name: string, pricing: PrintedPrice["pricing"], more: Partial<PrintedPrice> = {}): PrintedPrice {
  return {
    name,
    description: null,
    interval: "monthly",
    isInAdvance: pricing.kind === "fixed",
    unit: null,
    trialDays: null,
    pricing,
    adjustments: none,
    ...more,
  };
}

/**
 * Every pricing model, a discount, a minimum, included features, and signature lines. 12 × 39.00 = 468.00, and 250.00.
 */
export const quote: PrintedQuote = {
  status: "sent",
  name: "Northlight for Harbour & Pine",
  description: "Twelve seats and metered usage for the Bristol team, with onboarding in the first month.",
  issueDate: "2024-02-01",
  validUntil: "2024-03-02",
  seller: short.seller,
  buyer: short.buyer,
  look: short.look,
  currency: "EUR",
  locale: "en-GB",
  contractStart: "2024-03-01",
  contractEnd: "2025-02-28",
  renewsAutomatically: true,
  trialDays: 14,
  firstBilling: "2024-03-15",
  paymentTermDays: 30,
  adjustments: {
    discount: { type: "percentage", value: "10", interval: null, duration: { count: 3, unit: "month" }, until: null },
    minimum: { amount: "500.00", interval: "monthly" },
    maximum: null,
  },
  versions: [
    {
      startsOn: "2024-03-01",
      groups: [
        {
          name: "Platform",
          description: "what the team works with",
          prices: [
            price("Seats", { kind: "fixed", quantity: "12", unitPrice: "39.00", amount: "468.00" }, { unit: "seat" }),
            price(
              "Onboarding",
              { kind: "fixed", quantity: "1", unitPrice: "250.00", amount: "250.00" },
              {
                interval: "one_off",
                description: "Two workshops, on site or remote",
              },
            ),
          ],
        },
        {
          name: "Usage",
          description: null,
          prices: [
            price("API calls", tiers(true, "price"), { unit: "call" }),
            price("Storage", tiers(false, "price"), { unit: "GiB" }),
            price("Payments", { kind: "percentage", percentage: "2.9", perEvent: "0.30", fixedFee: "0" }),
            price("Messages", { kind: "package", size: "1000", included: "5000", price: "4.00" }, { unit: "message" }),
            price(
              "Compute",
              {
                kind: "combinations",
                combinations: [
                  { label: "region=eu, size=large", unitPrice: "0.02" },
                  { label: "region=us, size=large", unitPrice: "0.018" },
                ],
                otherwise: "0.03",
              },
              { adjustments: { ...none, maximum: { amount: "900.00", interval: null } } },
            ),
            price("Egress", { kind: "unit", unitPrice: "0.0009" }, { unit: "GiB", trialDays: 30 }),
            price("Support", { kind: "expression", expression: "max(calls * 0.001, 25)" }),
          ],
        },
      ],
      scopes: [
        {
          items: ["API calls", "Storage"],
          discount: { type: "percentage", value: "15", interval: null, duration: null, until: null },
          minimum: { amount: "200.00", interval: "monthly" },
          maximum: null,
        },
        {
          items: null,
          discount: {
            type: "amount",
            value: "25.00",
            interval: "monthly",
            duration: { count: 1, unit: "year" },
            until: null,
          },
          minimum: null,
          maximum: { amount: "20000.00", interval: "yearly" },
        },
      ],
      fixedTotals: [
        { interval: "monthly", amount: "468.00" },
        { interval: "one_off", amount: "250.00" },
      ],
      features: [
        { name: "Single sign-on", value: null },
        { name: "Projects", value: "50" },
      ],
    },
  ],
  additionalTerms: "Prices exclude VAT. Service credits apply as set out in the service level agreement.",
  termsOfService: [{ title: "Terms of service", address: "https://northlight.example/terms" }],
  footer: short.footer,
  acceptance: null,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};

function tiers(isGraduated: boolean, asks: "price" | "percentage"): PrintedPrice["pricing"] {
  return {
    kind: "tiers",
    isGraduated,
    asks,
    prepaid: null,
    tiers: [
      { upTo: "1000", unitPrice: "0.15", fixedFee: "10.00" },
      { upTo: "50000", unitPrice: "0.10", fixedFee: "0" },
      { upTo: null, unitPrice: "0.05", fixedFee: "0" },
    ],
  };
}

/** An active, signed contract with prices that change after a year, for a customer in Israel. */
export const contract: PrintedQuote = {
  ...quote,
  status: "contract",
  locale: "he-IL",
  currency: "ILS",
  name: "חוזה שירות — Northlight",
  versions: [...quote.versions, ...quote.versions.map((version) => ({ ...version, startsOn: "2025-03-01" }))],
  contractEnd: null,
  acceptance: { name: "Ada Byron", jobTitle: "Head of Engineering", signedOn: "2024-02-12" },
};
