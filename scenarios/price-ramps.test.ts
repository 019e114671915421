import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Shown {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly status: string;
}

test("a ramp of three yearly prices, agreed before the first day, runs automatically (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-02-29" });
  const yearly = { every: "yearly" };
  const first = await story.fixed("First year", "1000.00", yearly);
  const second = await story.fixed("Second year", "1100.00", yearly);
  const third = await story.fixed("Third year", "1210.00", yearly);
  const { id } = await story.subscribe({ prices: [first], activate: false });
  const path = `/subscriptions/${id}`;
  await story.api.post(`${path}/versions`, { startDate: "2025-02-28", priceGroups: [{ priceIds: [second] }] });
  await story.api.post(`${path}/versions`, { startDate: "2026-02-28", priceGroups: [{ priceIds: [third] }] });
  await story.api.post(`${path}/activate`);
  await story.advanceTo("2027-02-28");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-29  2024-02-29 → 2025-02-28  First year   1 × 1000.00  1000.00
    2025-02-28  2025-02-28 → 2026-02-28  Second year  1 × 1100.00  1100.00
    2026-02-28  2026-02-28 → 2027-02-28  Third year   1 × 1210.00  1210.00
    2027-02-28  2027-02-28 → 2028-02-29  Third year   1 × 1210.00  1210.00
  `);
  const { versions } = await story.api.get<{ versions: Shown[] }>(`${path}/versions`);
  expect(versions.map(({ startDate, status }) => `${startDate.slice(0, 10)} ${status}`)).toEqual([
    "2024-02-29 superseded",
    "2025-02-28 superseded",
    "2026-02-28 published",
  ]);
});

test("a ramp step in mid-month splits the month, and nothing is charged that is not served (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [small, large] = [await story.fixed("Small", "29.00"), await story.fixed("Large", "58.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.version(id, "2024-02-20", [large]);
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Small          1 × 29.00  29.00
    2024-02-01  2024-02-01 → 2024-02-20  Small  1 × 29.00 × 19/29  19.00
    2024-02-20  2024-02-20 → 2024-03-01  Large  1 × 58.00 × 10/29  20.00
    2024-03-01  2024-03-01 → 2024-04-01  Large          1 × 58.00  58.00
  `);
});

test("a ramp step added after the month was billed is prorated like a change (R-SUB-3, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [small, large] = [await story.fixed("Small", "29.00"), await story.fixed("Large", "58.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-02-10");
  await story.version(id, "2024-02-20", [large]);
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Small                1 × 29.00   29.00
    2024-02-01  2024-02-01 → 2024-03-01  Small                1 × 29.00   29.00
    2024-02-20  2024-02-20 → 2024-03-01  Unused Small         1 × 10/29  -10.00
                2024-02-20 → 2024-03-01  Large        1 × 58.00 × 10/29   20.00
                                                                  total   10.00
    2024-03-01  2024-03-01 → 2024-04-01  Large                1 × 58.00   58.00
  `);
});

test("a change before a ramp step lasts until that step, which is unchanged (R-SUB-3, R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [first, second] = [await story.fixed("First", "30.00"), await story.fixed("Second", "90.00")];
  const between = await story.fixed("Between", "60.00");
  const { id } = await story.subscribe({ prices: [first] });
  await story.version(id, "2024-06-01", [second]);
  await story.advanceTo("2024-04-16T12:00");
  const version = await story.replace(id, first, between);
  expect(version).toMatchObject({ startDate: "2024-04-16T00:00:00.000Z", endDate: "2024-06-01T00:00:00.000Z" });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  First                  1 × 30.00   30.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused First           1 × 15/30  -15.00
                2024-04-16 → 2024-05-01  Between        1 × 60.00 × 15/30   30.00
                                                                    total   15.00
    2024-05-01  2024-05-01 → 2024-06-01  Between                1 × 60.00   60.00
    2024-06-01  2024-06-01 → 2024-07-01  Second                 1 × 90.00   90.00
  `);
});

test("a step after the stub leaves the stub to the first price (R-TIME-2, R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-01-22" });
  const [first, second] = [await story.fixed("First", "31.00"), await story.fixed("Second", "62.00")];
  const { id } = await story.subscribe({ prices: [first], firstBillingDate: "2024-02-01", activate: false });
  const step = { startDate: "2024-02-01", priceGroups: [{ priceIds: [second] }] };
  await story.api.post(`/subscriptions/${id}/versions`, step);
  await story.api.post(`/subscriptions/${id}/activate`);
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-22 → 2024-02-01  First   1 × 31.00 × 10/31  10.00
                2024-02-01 → 2024-03-01  Second          1 × 62.00  62.00
                                                             total  72.00
  `);
});

test("tiers of a usage price restart with a ramp step (R-SUB-3, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.metric("API calls");
  const old = await story.usage("Calls 2024", { graduated: "0–100 @0.10, 101+ @0.05" }, { metrics: [calls] });
  const next = await story.usage("Calls 2025", { graduated: "0–100 @0.20, 101+ @0.10" }, { metrics: [calls] });
  const { id } = await story.subscribe({ prices: [old] });
  await story.version(id, "2024-01-16", [next]);
  await story.use("api_calls", 150, "2024-01-15T23:59:59.999");
  await story.use("api_calls", 150, "2024-01-16T00:00:00");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-01-16  Calls 2024  150  12.50   // 100 × 0.10 + 50 × 0.05
                2024-01-16 → 2024-02-01  Calls 2025  150  25.00   // 100 × 0.20 + 50 × 0.10
                                                  total   37.50
  `);
});
