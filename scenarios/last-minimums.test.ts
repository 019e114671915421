import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// The last invoice of a contract can be created before its billing date. Usage that arrives later on the last day is
// corrected at once, and the minimums that the last invoice settled are settled again.

/** API calls at 1.00 with a minimum of 100.00 a month, canceled on April 15 with its last invoice at once. */
async function canceledOnApril15(): Promise<Story> {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [calls], minimumSpend: { amount: "100.00", period: "month" } });
  await story.use("api_calls", 30, "2024-04-10");
  await story.advanceTo("2024-04-15T18:00");
  await story.act(id, "cancel", { invoiceNow: true });
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-16  2024-04-01 → 2024-04-16  API calls                30 × 1.00  30.00
                2024-04-01 → 2024-04-16  True-up to minimum spend            20.00   // 15/30 of 100.00 is 50.00
                                                                      total  50.00
  `);
  return story;
}

test("late usage on the last day reduces the true-up of a last invoice created at once (R-SUB-6, R-SUB-8, R-INV-9)", async () => {
  const story = await canceledOnApril15();
  await story.use("api_calls", 6, "2024-04-15T17:00");
  await story.advanceTo("2024-04-15T19:00");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-16 paid  2024-04-01 → 2024-04-16  Late usage of 2024-04-01 to 2024-04-15: API calls  6 × 1.00   6.00
                     2024-04-01 → 2024-04-16  True-up to minimum spend                                     -6.00
                                                                                                    total   0.00
  `);
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toHaveLength(2);
});

test("late usage on the last day is charged above the minimum that it reaches (R-SUB-6, R-SUB-8, R-INV-9)", async () => {
  const story = await canceledOnApril15();
  await story.use("api_calls", 27, "2024-04-15T17:00");
  await story.advanceTo("2024-06-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["50.00", "7.00"]); // 57 calls
});

test("a minimum that nothing was due for at the end is billed if its usage is voided on the last day (R-SUB-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const base = await story.fixed("Base", "10.00");
  const minimumSpend = { amount: "91.00", period: "quarter" };
  const { id } = await story.subscribe({ prices: [calls, base], minimumSpend });
  await story.use("api_calls", 50, "2024-04-10");
  await story.advanceTo("2024-05-01T09:00");
  await story.api.post(`/subscriptions/${id}/changes`, { remove: [{ priceId: calls }], effective: "now" });
  await story.advanceTo("2024-05-10T18:00");
  // The minimum of 40 of 91 days is 40.00, and 70.00 was charged.
  await story.act(id, "cancel", { invoiceNow: true, credit: "none" });
  const before = await story.invoices();
  expect(before.map(({ total }) => total)).toEqual(["10.00", "60.00"]);
  const { items } = await story.api.get<{ items: { uniqueId: string }[] }>("/events");
  await story.api.post(`/events/${encodeURIComponent(items[0]?.uniqueId ?? "")}/void`, {});
  await story.advanceTo("2024-08-01");
  expect((await story.invoices()).slice(2)).toEqualInvoices(`
    2024-05-11 paid  2024-04-01 → 2024-05-01  Late usage of 2024-04-01 to 2024-04-30: API calls  -50 × 1.00  -50.00
                     2024-04-01 → 2024-05-11  True-up to minimum spend                                        20.00
                                                                                                      total  -30.00
  `);
});
