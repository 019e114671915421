import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("usage counts in the month in which it happened, in any order of reporting (R-EVT-4)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.02" })] });
  await story.use("api_calls", 1_500, "2024-02-10");
  await story.use("api_calls", 500, "2024-02-01");
  await story.use("api_calls", 250, "2024-02-29"); // the next period starts today
  await story.advanceTo("2024-03-31");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-29  2024-01-31 → 2024-02-29  API calls  2000 × 0.02  40.00
    2024-03-31  2024-02-29 → 2024-03-31  API calls   250 × 0.02   5.00
  `);
});

test("volume tiers charge all units at the price of the reached tier (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { tiered: "0–100 @0.15, 101–500 @0.10, 501+ @0.05" });
  const orders = await story.usage("Orders", { tiered: "0–10 @5 + 100, 11+ @2 + 50" });
  await story.subscribe({ prices: [calls, orders] });
  await story.use("api_calls", 250, "2024-01-10");
  await story.use("orders", 5, "2024-01-10");
  await story.use("api_calls", 100, "2024-02-10");
  await story.use("orders", 15, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  250 × 0.10   25.00
                2024-01-01 → 2024-02-01  Orders              5  125.00   // 5 × 5 + 100
                                                         total  150.00
    2024-03-01  2024-02-01 → 2024-03-01  API calls  100 × 0.15   15.00   // 100 is still in the first tier
                2024-02-01 → 2024-03-01  Orders             15   80.00   // 15 × 2 + 50
                                                         total   95.00
  `);
});

test("graduated tiers charge each slice at its tier, and the fee of every reached tier (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Seats", { graduated: "0–5 @10 + 100, 6+ @5 + 50" })] });
  await story.use("seats", 3, "2024-01-10");
  await story.use("seats", 8, "2024-02-10");
  await story.advanceTo("2024-04-01");
  const totals = (await story.invoices()).map((invoice) => `${invoice.billingDate} ${invoice.total}`);
  expect(totals).toEqual([
    "2024-02-01 130.00", // 3 × 10 + 100
    "2024-03-01 215.00", // 5 × 10 + 100 + 3 × 5 + 50
    "2024-04-01 100.00", // nothing used, and the first tier covers 0: its fee is due
  ]);
});

test("packages are charged whole after the included units (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const model = (includedUnits: number) => ({
    type: "package",
    packagePricingModel: { packageSize: 10, includedUnits, pricePerPackage: { value: "100" } },
  });
  await story.subscribe({ prices: [await story.usage("Parcels", model(0)), await story.usage("Letters", model(5))] });
  await story.use("parcels", 3, "2024-01-10");
  await story.use("letters", 3, "2024-01-10");
  await story.use("parcels", 15, "2024-02-10");
  await story.use("letters", 12, "2024-02-10");
  await story.advanceTo("2024-03-01");
  const amounts = (await story.invoices()).map((invoice) => invoice.lineItems.map((line) => line.totalPrice));
  expect(amounts).toEqual([
    ["100.00", "0.00"], // one package begun; 3 are included
    ["200.00", "100.00"], // two packages begun; 12 − 5 = 7, one package begun
  ]);
});

test("S16: a volume of money is charged by slices at their percentages (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const tier = (minUnits: number, maxUnits: number | null, percentage: string) => ({
    minUnits,
    maxUnits,
    percentage: { value: percentage },
    fixedFee: { value: "0" },
  });
  const graduated = await story.usage("Payments", {
    type: "graduated_percentage",
    graduatedPercentagePricingModel: { tiers: [tier(0, 100_000, "2.9"), tier(100_001, null, "2.5")] },
  });
  const card = await story.usage("Card", {
    type: "volume_percentage",
    volumePercentagePricingModel: {
      pricePerUnit: { value: "0.30" },
      percentage: { value: "2.9" },
      fixedFee: { value: "0" },
    },
  });
  await story.subscribe({ prices: [graduated, card] });
  await story.use("payments", "250000.00", "2024-01-10");
  await story.use("card", "100.00", "2024-01-10");
  await story.advanceTo("2024-02-01");
  const [invoice] = await story.invoices();
  expect(invoice?.lineItems.map((line) => line.totalPrice)).toEqual([
    "6650.00", // 100000 × 2.9 % + 150000 × 2.5 % = 2900.00 + 3750.00
    "3.20", // 100.00 × 2.9 % + 1 event × 0.30
  ]);
});

test("count, max, min, average and count_unique of the same events (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const measured = (name: string, measure: string) => story.usage(name, { unit: "3.00" }, { event: "login", measure });
  const prices = [
    await measured("Logins", "count"),
    await measured("Most seats", "max seats"),
    await measured("Fewest seats", "min seats"),
    await measured("Mean seats", "average seats"),
    await measured("People", "count_unique person"),
  ];
  await story.subscribe({ prices });
  await story.use("login", { seats: "2", person: "ada" }, "2024-01-05");
  await story.use("login", { seats: 1, person: "bob" }, "2024-01-06");
  await story.use("login", { seats: "2", person: "ada" }, "2024-01-07");
  await story.advanceTo("2024-03-01");
  const lines = (await story.invoices()).map(({ lineItems }) =>
    lineItems.map((line) => [line.quantity, line.totalPrice]),
  );
  expect(lines).toEqual([
    [
      ["3", "9.00"],
      ["2", "6.00"],
      ["1", "3.00"],
      ["1.666666666666666667", "5.00"], // 5/3 at 18 decimals; × 3.00 = 5.000000000000000001, rounded once
      ["2", "6.00"],
    ],
    // Without events every aggregation is 0.
    Array.from({ length: 5 }, () => ["0", "0.00"]),
  ]);
});

test("a metric counts only events that match its filters (R-MET-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const condition = (field: string, operator: string, value: unknown) => ({ field, operator, value });
  const european = {
    operator: "or",
    filters: [condition("region", "equal", "de"), condition("region", "equal", "fr")],
  };
  const large = { operator: "and", filters: [condition("bytes", "greater_than_or_equal", "1000")] };
  const terms = { event: "upload", measure: "sum bytes", filters: [european, large] };
  await story.subscribe({ prices: [await story.usage("Uploads", { unit: "0.001" }, terms)] });
  await story.use("upload", { region: "de", bytes: 2_000 }, "2024-01-05");
  await story.use("upload", { region: "fr", bytes: "1000" }, "2024-01-05");
  await story.use("upload", { region: "de", bytes: 999 }, "2024-01-05"); // too small: 999 < 1000 as decimals
  await story.use("upload", { region: "us", bytes: 5_000 }, "2024-01-05"); // elsewhere
  await story.use("upload", { bytes: 5_000 }, "2024-01-05"); // nowhere
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Uploads  3000 × 0.001  3.00
  `);
});

test("events may use either of two aliases of an account (R-API-6)", async () => {
  const story = await scenario({ start: "2024-01-01", account: { aliases: ["crm-7", "shop-7"] } });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 1, "2024-01-05", "crm-7");
  await story.use("api_calls", 2, "2024-01-05", "shop-7");
  await story.use("api_calls", 4, "2024-01-05");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  7 × 1.00  7.00
  `);
});

test("an event of an unknown account is kept and counts once the account exists (R-EVT-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const early = await story.send([story.event("api_calls", 5, "2024-01-01", "newcomer")]);
  expect(early.ingested).toHaveLength(1);
  const account = await story.account({ aliases: ["newcomer"] });
  await story.subscribe({ account, prices: [calls] });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  5 × 1.00  5.00
  `);
});

test("a negative net quantity is rated as 0 and not carried over (R-RATE-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", -5, "2024-01-05");
  await story.use("api_calls", 3, "2024-02-05");
  await story.advanceTo("2024-03-01");
  expect((await story.invoices()).map((invoice) => invoice.total)).toEqual(["0.00", "3.00"]);
});

test("fractions are exact: 0.1 and 0.2 make 0.3, and the amount is rounded once, half away from zero", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Storage", { unit: "0.35" })] });
  await story.use("storage", "0.1", "2024-01-05");
  await story.use("storage", { quantity: 0.2 }, "2024-01-05");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Storage  0.3 × 0.35  0.11   // 0.105
  `);
});
