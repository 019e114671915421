import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("after invoiceNow the subscription has ended and the cancellation cannot be withdrawn (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [await story.fixed("Base", "30.00"), await story.fixed("Support", "60.00", { terms: "arrears" })];
  const { id } = await story.subscribe({ prices });
  await story.advanceTo("2024-04-15T18:00");
  await story.act(id, "cancel", { invoiceNow: true });
  const answer = await story.api.request("POST", `/subscriptions/${id}/cancel/withdraw`);
  expect(answer.status).toBe(409);
  await story.advanceTo("2024-06-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["30.00", "15.00"]); // 60.00 × 15/30 − 30.00 × 15/30
});

test("a cancellation dated today ends at the last midnight, and the final invoice is created at once (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [await story.fixed("Base", "30.00"), await story.fixed("Support", "60.00", { terms: "arrears" })];
  const { id } = await story.subscribe({ prices });
  await story.advanceTo("2024-04-16T12:00");
  const after = await story.act(id, "cancel", { effective: "2024-04-16" });
  expect(after).toMatchObject({ status: "canceled", canceledAt: "2024-04-16T00:00:00.000Z" });
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-16  2024-04-16 → 2024-05-01  Unused Base          1 × 15/30  -15.00
                2024-04-01 → 2024-04-16  Support      1 × 60.00 × 15/30   30.00
                                                                  total   15.00
  `);
});

test("a cancellation on a billed day takes effect at once, and later usage is corrected at once (R-SUB-6, R-INV-9)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "30.00");
  const { id } = await story.subscribe({ prices: [base, await story.usage("API calls", { unit: "0.10" })] });
  await story.version(id, "2024-07-01", [base]);
  await story.advanceTo("2024-05-01T12:00");
  const after = await story.act(id, "cancel", { effective: "2024-05-01" });
  expect(after).toMatchObject({ status: "canceled", canceledAt: "2024-05-01T00:00:00.000Z" });
  await story.use("api_calls", 50, "2024-04-20T12:00");
  await story.advanceTo("2024-05-02");
  expect((await story.invoices()).slice(1).map(({ total }) => total)).toEqual(["30.00", "-30.00", "5.00"]); // 50 × 0.10
});

test("a change before a scheduled end is prorated up to that end (R-SUB-4, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "31.00"), await story.fixed("Large", "62.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.act(id, "cancel", { effective: "2024-05-21" });
  await story.advanceTo("2024-05-11T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-07-01");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-05-01  2024-05-01 → 2024-05-21  Small        1 × 31.00 × 20/31   20.00
    2024-05-11  2024-05-11 → 2024-05-21  Unused Small         1 × 10/20  -10.00
                2024-05-11 → 2024-05-21  Large        1 × 62.00 × 10/31   20.00
                                                                  total   10.00
  `);
});
