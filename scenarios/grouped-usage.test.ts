import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("usage by region has a line per region with separate tiers, and one without a region (R-MET-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { groupBy: ["region"] };
  await story.subscribe({ prices: [await story.usage("Traffic", { graduated: "0–100 @0.10, 101+ @0.05" }, terms)] });
  await story.use("traffic", { quantity: 120, region: "eu" }, "2024-01-05");
  await story.use("traffic", { quantity: 30, region: "us" }, "2024-01-06");
  await story.use("traffic", { quantity: 40, region: "us" }, "2024-01-07");
  await story.use("traffic", { quantity: 10 }, "2024-01-08");
  await story.advanceTo("2024-02-01");
  const [invoice] = await story.invoices();
  const lines = invoice?.lineItems.map(
    ({ description, quantity, totalPrice }) => `${description}: ${quantity} → ${totalPrice}`,
  );
  expect(lines?.toSorted()).toEqual([
    "Traffic (other): 10 → 1.00",
    "Traffic (region eu): 120 → 11.00", // 100 × 0.10 + 20 × 0.05
    "Traffic (region us): 70 → 7.00", // its own tiers: not the 130th to 200th
  ]);
  expect(invoice?.total).toBe("19.00");
});

test("usage by two properties has a line per combination, and a month without usage one of 0 (R-MET-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { groupBy: ["region", "tier"] };
  await story.subscribe({ prices: [await story.usage("Traffic", { unit: "1.00" }, terms)] });
  await story.use("traffic", { quantity: 1, region: "eu", tier: "hot" }, "2024-01-05");
  await story.use("traffic", { quantity: 2, region: "eu", tier: "cold" }, "2024-01-06");
  await story.use("traffic", { quantity: 4, region: "us", tier: "hot" }, "2024-01-07");
  await story.advanceTo("2024-03-01");
  const [january, february] = await story.invoices();
  expect(january?.lineItems.map(({ totalPrice }) => totalPrice).toSorted()).toEqual(["1.00", "2.00", "4.00"]);
  expect(february?.lineItems.map(({ totalPrice }) => totalPrice)).toEqual(["0.00"]);
});

test("late usage corrects each group separately, and a new group has a line (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { groupBy: ["region"] };
  await story.subscribe({ prices: [await story.usage("Traffic", { graduated: "0–100 @0.10, 101+ @0.05" }, terms)] });
  await story.use("traffic", { quantity: 90, region: "eu" }, "2024-01-05");
  await story.use("traffic", { quantity: 5, region: "us" }, "2024-01-05");
  await story.advanceTo("2024-02-10");
  await story.use("traffic", { quantity: 20, region: "eu" }, "2024-01-06");
  await story.use("traffic", { quantity: 8, region: "asia" }, "2024-01-06");
  await story.advanceTo("2024-03-01");
  const corrections = (await story.invoices()).at(-1)?.lineItems.filter(({ kind }) => kind === "correction");
  expect(corrections?.map(({ description, totalPrice }) => `${description} → ${totalPrice}`).toSorted()).toEqual([
    "Late usage of 2024-01-01 to 2024-01-31: Traffic (region asia) → 0.80",
    "Late usage of 2024-01-01 to 2024-01-31: Traffic (region eu) → 1.50", // 10 × 0.10 + 10 × 0.05
  ]);
});

test("a matrix prices each region and size, and others at the default, in one line (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const cell = (region: string, size: string, value: string) => ({ values: { region, size }, pricePerUnit: { value } });
  const matrixPricingModel = {
    dimensions: ["region", "size"],
    cells: [cell("eu", "large", "0.20"), cell("eu", "small", "0.05"), cell("us", "large", "0.15")],
    defaultPricePerUnit: { value: "0.30" },
  };
  await story.subscribe({ prices: [await story.usage("Servers", { type: "matrix", matrixPricingModel })] });
  await story.use("servers", { quantity: 10, region: "eu", size: "large" }, "2024-01-05");
  await story.use("servers", { quantity: 100, region: "eu", size: "small" }, "2024-01-06");
  await story.use("servers", { quantity: 20, region: "us", size: "large" }, "2024-01-07");
  await story.use("servers", { quantity: 3, region: "us", size: "small" }, "2024-01-08");
  await story.use("servers", { quantity: 1 }, "2024-01-09");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Servers  134  11.20   // 2.00 + 5.00 + 3.00 + 3 × 0.30 + 1 × 0.30
  `);
});

test("a matrix combination below zero is 0 and does not reduce others (R-RATE-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const cell = (region: string, value: string) => ({ values: { region }, pricePerUnit: { value } });
  const cells = [cell("eu", "1.00"), cell("us", "2.00")];
  const matrixPricingModel = { dimensions: ["region"], cells, defaultPricePerUnit: { value: "0" } };
  await story.subscribe({ prices: [await story.usage("Servers", { type: "matrix", matrixPricingModel })] });
  await story.use("servers", { quantity: -5, region: "eu" }, "2024-01-05");
  await story.use("servers", { quantity: 4, region: "us" }, "2024-01-06");
  await story.use("servers", { quantity: 9, region: "asia" }, "2024-01-07"); // no cell: free
  await story.advanceTo("2024-02-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["8.00"]);
});

test("an expression over two metrics charges calls above the included ones and storage, at least 5.00 (R-RATE-2, R-RATE-4)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [calls, storage] = [await story.metric("Calls"), await story.metric("Storage", { measure: "max gigabytes" })];
  const expressionPricingModel = {
    expression: "max(least, max(0, calls - included) * price + ceil(storage / 10) * block)",
    metrics: { calls, storage },
    constants: {
      included: { value: "1000" },
      price: { value: "0.02" },
      block: { value: "1.50" },
      least: { value: "5.00" },
    },
  };
  const pricing = { type: "expression", expressionPricingModel };
  await story.subscribe({ prices: [await story.usage("Platform", pricing, { metrics: [calls, storage] })] });
  await story.use("calls", 1_500, "2024-01-05");
  await story.use("storage", { gigabytes: 42 }, "2024-01-10");
  await story.use("storage", { gigabytes: 12 }, "2024-01-20");
  await story.use("calls", 1_100, "2024-02-05");
  await story.advanceTo("2024-03-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual([
    "17.50", // 500 × 0.02 + 5 × 1.50
    "5.00", // 100 × 0.02 + 0 = 2.00, lifted to the least
  ]);
});
