import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S23: a fixed contract ends, its last usage is billed, and nothing more (R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prices = [await story.fixed("Base", "100.00"), await story.usage("API calls", { unit: "0.10" })];
  const subscription = await story.subscribe({ prices, contractPeriodType: "fixed", contractDuration: 3 });
  await story.use("api_calls", 40, "2024-03-31T23:59:59");
  await story.use("api_calls", 60, "2024-04-01"); // after the end: free
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base       1 × 100.00  100.00
    2024-02-01  2024-01-01 → 2024-02-01  API calls    0 × 0.10    0.00
                2024-02-01 → 2024-03-01  Base       1 × 100.00  100.00
                                                         total  100.00
    2024-03-01  2024-02-01 → 2024-03-01  API calls    0 × 0.10    0.00
                2024-03-01 → 2024-04-01  Base       1 × 100.00  100.00
                                                         total  100.00
    2024-04-01  2024-03-01 → 2024-04-01  API calls   40 × 0.10    4.00
  `);
  const ended = await story.api.get(`/subscriptions/${subscription.id}`);
  expect(ended["contractEndDate"]).toBe("2024-04-01T00:00:00.000Z");
  expect(ended["endedAt"]).toBe("2024-04-01T00:00:00.000Z");
  expect(ended["completedAt"]).toBe("2024-04-01T00:00:00.000Z");
  expect(ended["canceledAt"]).toBeNull();
});

test("a fixed contract that ends within a period bills its days (R-SUB-5, R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { contractPeriodType: "fixed", contractEndDate: "2024-02-16" };
  await story.subscribe({ prices: [await story.fixed("Base", "290.00")], ...terms });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base          1 × 290.00  290.00
    2024-02-01  2024-02-01 → 2024-02-16  Base  1 × 290.00 × 15/29  150.00   // the 1st to the 15th
  `);
});

test("a version from a later period is a ramp: each period has its price (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const [small, large] = [await story.fixed("Small", "100.00"), await story.fixed("Large", "150.00")];
  const subscription = await story.subscribe({ prices: [small], activate: false });
  const path = `/subscriptions/${subscription.id}`;
  await story.api.post(`${path}/versions`, { startDate: "2024-03-31", priceGroups: [{ priceIds: [large] }] });
  await story.api.post(`${path}/activate`);
  await story.advanceTo("2024-02-29");
  const before = await story.api.get<{ versions: { status: string; endDate: string | null }[] }>(`${path}/versions`);
  expect(before.versions.map((version) => version.status)).toEqual(["published", "published"]);
  await story.advanceTo("2024-04-30");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Small  1 × 100.00  100.00
    2024-02-29  2024-02-29 → 2024-03-31  Small  1 × 100.00  100.00
    2024-03-31  2024-03-31 → 2024-04-30  Large  1 × 150.00  150.00
    2024-04-30  2024-04-30 → 2024-05-31  Large  1 × 150.00  150.00
  `);
  const after = await story.api.get<{ versions: { status: string; endDate: string | null }[] }>(`${path}/versions`);
  expect(after.versions.map(({ status, endDate }) => ({ status, endDate }))).toEqual([
    { status: "superseded", endDate: "2024-03-31T00:00:00.000Z" },
    { status: "published", endDate: null },
  ]);
});

test("a version published on an active subscription applies from its start (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [old, dear] = [await story.usage("Reads", { unit: "0.10" }), await story.usage("Writes", { unit: "0.30" })];
  const subscription = await story.subscribe({ prices: [old] });
  await story.use("reads", 100, "2024-01-10");
  await story.version(subscription.id, "2024-02-01", [dear]);
  await story.use("reads", 100, "2024-02-10"); // not sold any more
  await story.use("writes", 100, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Reads   100 × 0.10  10.00
    2024-03-01  2024-02-01 → 2024-03-01  Writes  100 × 0.30  30.00
  `);
  const current = await story.api.get(`/subscriptions/${subscription.id}/versions/current`);
  expect(current["startDate"]).toBe("2024-02-01T00:00:00.000Z");
});

test("a subscription from a plan sells the plan's prices (R-CAT-3, R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const pro = await story.plan("Pro", [await story.fixed("Base", "49.00")], { trialPeriodDays: 7 });
  const subscription = await story.subscribe({ plan: pro });
  await story.advanceTo("2024-02-08");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-08  2024-01-08 → 2024-02-08  Base  1 × 49.00  49.00
    2024-02-08  2024-02-08 → 2024-03-08  Base  1 × 49.00  49.00
  `);
  expect((await story.api.get(`/subscriptions/${subscription.id}`))["planId"]).toBe(pro);
});

test("33.33 × 3 in arrears in a currency without minor units is rounded to whole yen (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-16", currency: "JPY" });
  const seats = await story.fixed("Seats", "333", { units: 3, terms: "arrears" });
  await story.subscribe({ prices: [seats], firstBillingDate: "2024-02-01" });
  await story.advanceTo("2024-02-01");
  const [invoice] = await story.invoices();
  expect(invoice?.total).toBe("516"); // 999 × 16/31 = 515.61…
});
