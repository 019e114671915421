import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a month below zero is rated as 0, and the next month starts at 0 (R-RATE-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Parcels", { graduated: "0–10 @5 + 100, 11+ @2" })] });
  await story.use("parcels", 4, "2024-01-05");
  await story.use("parcels", -9, "2024-01-20");
  await story.use("parcels", 3, "2024-02-05");
  await story.advanceTo("2024-03-01");
  const invoices = await story.invoices();
  expect(invoices.map(({ total }) => total)).toEqual([
    "100.00", // −5 is 0, which the first tier covers: its fee is due, and no more
    "115.00", // 3 × 5 + 100: the −5 were not carried
  ]);
  expect(invoices.map(({ lineItems }) => lineItems[0]?.notes)).toEqual([
    ["The quantity of -5 is negative and is rated as 0."],
    [],
  ]);
});

test("two metrics of a price are added before rating, with tiers (R-RATE-4)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const metrics = [await story.metric("Uploads"), await story.metric("Downloads")];
  await story.subscribe({ prices: [await story.usage("Traffic", { tiered: "0–100 @0.15, 101+ @0.10" }, { metrics })] });
  await story.use("uploads", 60, "2024-01-05");
  await story.use("downloads", 65, "2024-01-06");
  await story.use("uploads", 60, "2024-02-05");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Traffic  125 × 0.10  12.50   // 60 + 65
    2024-03-01  2024-02-01 → 2024-03-01  Traffic   60 × 0.15   9.00
  `);
});

test("one of two metrics may be negative; only the sum counts (R-RATE-3, R-RATE-4)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const metrics = [await story.metric("Sold"), await story.metric("Returned", { measure: "sum quantity" })];
  await story.subscribe({ prices: [await story.usage("Parcels", { unit: "2.00" }, { metrics })] });
  await story.use("sold", 8, "2024-01-05");
  await story.use("returned", -5, "2024-01-06");
  await story.use("sold", 2, "2024-02-05");
  await story.use("returned", -5, "2024-02-06");
  await story.advanceTo("2024-03-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["6.00", "0.00"]); // 3 × 2.00; −3 is rated as 0
});

test("a refund reduces the volume, but payment and refund count as two events (R-RATE-2, R-RATE-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const volumePercentagePricingModel = { percentage: { value: "2.9" }, pricePerUnit: { value: "0.30" } };
  const price = await story.usage("Payments", { type: "volume_percentage", volumePercentagePricingModel });
  await story.subscribe({ prices: [price] });
  await story.use("payments", "100.00", "2024-01-05");
  await story.use("payments", "-40.00", "2024-01-06");
  await story.use("payments", "-10.00", "2024-02-06");
  await story.advanceTo("2024-03-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual([
    "2.34", // 60.00 × 2.9 % + 2 × 0.30 = 1.74 + 0.60
    "0.30", // 0 × 2.9 % + 1 × 0.30
  ]);
});

test("eighteen digits before the point and nine after it are exact (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Bytes", { unit: "0.000000001" })] });
  await story.use("bytes", "123456789012345678.5", "2024-01-05");
  await story.use("bytes", "0.5", "2024-01-06");
  await story.advanceTo("2024-02-01");
  const [invoice] = await story.invoices();
  expect(invoice?.lineItems[0]?.quantity).toBe("123456789012345679");
  expect(invoice?.total).toBe("123456789.01"); // 123456789.012345679
});
