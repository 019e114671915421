import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { previewPrice } from "../../src/rating/preview-price.ts";
import type { PricingModel } from "../../src/rating/pricing-model.ts";
import { rateInAdvance, rateInArrears } from "../../src/rating/rate.ts";
import type { Usage } from "../../src/rating/usage.ts";
import { euros, model, money, percentageTier, tier, usage } from "./reading.ts";

// Typical price lists, with manually calculated bills (R-RATE-2).

function bill(priced: PricingModel, quantity: string, currency = "USD", more: Partial<Usage> = {}): string {
  const places = { JPY: 0, KWD: 3 }[currency] ?? 2;
  return previewPrice(priced, currency, usage(quantity, more)).amount.toFixed(places);
}

test("object storage by the gigabyte: 50 TB, the next 450 TB, and everything above", () => {
  const storage = model("graduated_tiered", {
    tiers: [tier(0, 51_200, "0.023"), tier(51_201, 512_000, "0.022"), tier(512_001, null, "0.021")],
  });
  expect(bill(storage, "1")).toBe("0.02"); // 0.023
  expect(bill(storage, "51200")).toBe("1177.60"); // 51,200 × 0.023
  expect(bill(storage, "51201")).toBe("1177.62"); // + 1 × 0.022 = 1,177.622
  expect(bill(storage, "512000")).toBe("11315.20"); // 1,177.60 + 460,800 × 0.022 = 1,177.60 + 10,137.60
  expect(bill(storage, "600000.5")).toBe("13163.21"); // 11,315.20 + 88,000.5 × 0.021 = 11,315.20 + 1,848.0105
});

test("requests by the million, the first million free", () => {
  const requests = model("package", {
    packageSize: 1_000_000,
    includedUnits: 1_000_000,
    pricePerPackage: money("0.20"),
  });
  expect(bill(requests, "999999")).toBe("0.00");
  expect(bill(requests, "1000000")).toBe("0.00");
  expect(bill(requests, "1000001")).toBe("0.20"); // one partly used million
  expect(bill(requests, "12345678")).toBe("2.40"); // 11,345,678 are 12 partly or fully used millions
});

test("text messages by country, with a price for the rest of the world", () => {
  const cells = [
    { values: { country: "US", kind: "sms" }, pricePerUnit: money("0.0083") },
    { values: { country: "DE", kind: "sms" }, pricePerUnit: money("0.1089") },
    { values: { country: "US", kind: "mms" }, pricePerUnit: money("0.0220") },
  ];
  const messages = model("matrix", { dimensions: ["country", "kind"], cells, defaultPricePerUnit: money("0.0750") });
  const sent = (country: string, kind: string, quantity: string) => {
    return { values: { country, kind }, quantity: Decimal.of(quantity) };
  };
  const combinations = [
    sent("US", "sms", "10000"), // 83.00
    sent("US", "mms", "250"), // 5.50
    sent("DE", "sms", "131"), // 14.2659
    sent("BR", "sms", "77"), // 5.775
  ];
  expect(bill(messages, "10458", "USD", { combinations })).toBe("108.54"); // 108.5409
});

test("card payments: 2.9% and 30 cents, with lower rates for large volumes", () => {
  const cards = model("volume_percentage", { percentage: money("2.9"), pricePerUnit: money("0.30") });
  const events = (count: string) => ({ eventCount: Decimal.of(count) });
  expect(bill(cards, "4.99", "USD", events("1"))).toBe("0.44"); // 0.14471 + 0.30
  expect(bill(cards, "1999.00", "USD", events("40"))).toBe("69.97"); // 57.971 + 12.00
  const acquired = model("graduated_percentage", {
    tiers: [
      percentageTier(0, 50_000, "2.9"),
      percentageTier(50_001, 500_000, "2.5"),
      percentageTier(500_001, null, "2.1"),
    ],
  });
  expect(bill(acquired, "50000")).toBe("1450.00");
  expect(bill(acquired, "812345.67")).toBe("19259.26"); // 1,450 + 11,250 + 312,345.67 × 2.1% = 6,559.25907
});

test("seats: the price of all seats falls with their number, so a month with more seats can cost less", () => {
  const seats = model("tiered", { tiers: [tier(1, 10, "12"), tier(11, 50, "10"), tier(51, null, "8")] });
  const bills = ["1", "10", "11", "12", "50", "51", "100"].map((quantity) => bill(seats, quantity));
  expect(bills).toEqual(["12.00", "120.00", "110.00", "120.00", "500.00", "408.00", "800.00"]);
});

test("electricity in Tokyo: three tiers and a base fee, in whole yen", () => {
  const power = model("graduated_tiered", {
    tiers: [tier(0, 120, "29.80", "935.25"), tier(121, 300, "36.40"), tier(301, null, "40.49")],
  });
  expect(bill(power, "0", "JPY")).toBe("935"); // 935.25
  expect(bill(power, "120", "JPY")).toBe("4511"); // 935.25 + 3,576 = 4,511.25
  expect(bill(power, "260", "JPY")).toBe("9607"); // 4,511.25 + 140 × 36.40 = 9,607.25
  expect(bill(power, "441.5", "JPY")).toBe("16793"); // 4,511.25 + 6,552 + 141.5 × 40.49 = 5,729.335 → 16,792.585
});

test("mobile data in Kuwait: dinars have three decimals", () => {
  const data = model("graduated_tiered", { tiers: [tier(0, 5, "0", "2.500"), tier(6, null, "0.4125")] });
  expect(bill(data, "5", "KWD")).toBe("2.500");
  expect(bill(data, "7.3", "KWD")).toBe("3.449"); // 2.500 + 2.3 × 0.4125 = 0.94875
});

test("tokens of a language model: input, cached input and output have separate prices per million", () => {
  const tokens = model("expression", {
    expression: "(input - cached) * in_price + cached * in_price / 10 + output * out_price",
    metrics: { input: "metric_in", cached: "metric_cached", output: "metric_out" },
    constants: { in_price: money("0.0000025"), out_price: money("0.00001") },
  });
  const metrics = {
    metric_in: Decimal.of("1200000"),
    metric_cached: Decimal.of("800000"),
    metric_out: Decimal.of("45000"),
  };
  expect(bill(tokens, "0", "USD", { metrics })).toBe("1.65"); // 400,000 × 2.5e-6 + 800,000 × 2.5e-7 + 45,000 × 1e-5
});

test("virtual machines by the second, billed by the started minute", () => {
  const minutes = model("expression", {
    expression: "ceil(seconds / 60) * 0.0134",
    metrics: { seconds: "metric_1" },
  });
  const used = (seconds: string) => bill(minutes, "0", "USD", { metrics: { metric_1: Decimal.of(seconds) } });
  expect(["0", "1", "60", "61", "3600"].map(used)).toEqual(["0.00", "0.01", "0.01", "0.03", "0.80"]); // 60 × 0.0134
});

test("a yearly package of 120,000 calls, with the overage of each quarter", () => {
  const calls = model("prepaid_fixed_tiered", {
    tiers: [tier(0, 120_000, "0", "4800"), tier(120_001, 240_000, "0.05"), tier(240_001, null, "0.04")],
    units: 120_000,
    overageInterval: "quarterly",
  });
  expect(euros(rateInAdvance(calls))).toBe("4800.00");
  const used = ["70000", "130000", "230000", "260000"];
  const amounts: string[] = [];
  let earlier = { quantity: Decimal.zero, amount: Decimal.zero };
  for (const quantity of used) {
    const rating = rateInArrears(calls, usage(quantity), earlier);
    amounts.push(euros(rating));
    earlier = { quantity: Decimal.of(quantity), amount: earlier.amount.plus(rating.amount) };
  }
  // 0; 10,000 × 0.05; 100,000 × 0.05; 10,000 × 0.05 + 20,000 × 0.04
  expect(amounts).toEqual(["0.00", "500.00", "5000.00", "1300.00"]);
  expect(euros(rateInArrears(calls, usage("260000")))).toBe("6800.00"); // the same in one step
});

test("a marketplace: 12% of sales and at most 50 fees of 0.10, as an expression", () => {
  const fee = model("expression", {
    expression: "round(sold * 0.12, 2) + min(orders, 50) * 0.10",
    metrics: { sold: "metric_sold", orders: "metric_orders" },
  });
  const cost = (sold: string, orders: string) =>
    bill(fee, "0", "EUR", { metrics: { metric_sold: Decimal.of(sold), metric_orders: Decimal.of(orders) } });
  expect(cost("0", "0")).toBe("0.00");
  expect(cost("1234.56", "20")).toBe("150.15"); // 148.1472 → 148.15, and 2.00
  expect(cost("1234.56", "51")).toBe("153.15"); // 148.15 + 50 × 0.10
});
