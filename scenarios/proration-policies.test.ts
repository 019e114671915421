import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** 99.00 a month from April, changed to 199.00 on the 16th with a policy, until May. Half of the month is left. */
async function changedWith(proration: string): Promise<Story> {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, { update: [{ priceId: small, newPriceId: large }], proration });
  await story.advanceTo("2024-05-01");
  return story;
}

test("none: the month stays as billed, and the new price starts with the next (R-SUB-4)", async () => {
  const story = await changedWith("none");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small  1 × 99.00    99.00
    2024-05-01  2024-05-01 → 2024-06-01  Large  1 × 199.00  199.00
  `);
});

test("credit_only: the unused half is credited, and the new price starts with the next month (R-SUB-4)", async () => {
  const story = await changedWith("credit_only");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Small         1 × 99.00   99.00
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Small  1 × 15/30  -49.50
    2024-05-01       2024-05-01 → 2024-06-01  Large        1 × 199.00  199.00
  `);
  expect(invoices.at(-1)).toMatchObject({ creditsApplied: "49.50", amountRemaining: "149.50" });
});

test("charge_only: the new half is charged, and nothing is credited (R-SUB-4)", async () => {
  const story = await changedWith("charge_only");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small          1 × 99.00   99.00
    2024-04-16  2024-04-16 → 2024-05-01  Large  1 × 199.00 × 15/30   99.50
    2024-05-01  2024-05-01 → 2024-06-01  Large         1 × 199.00  199.00
  `);
});

test("after a change with none, another change credits nothing of the uncharged price (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [one, two] = [await story.fixed("One", "30.00"), await story.fixed("Two", "60.00")];
  const three = await story.fixed("Three", "90.00");
  const { id } = await story.subscribe({ prices: [one] });
  await story.advanceTo("2024-04-11T12:00");
  await story.change(id, { update: [{ priceId: one, newPriceId: two }], proration: "none" });
  await story.advanceTo("2024-04-21T12:00");
  await story.replace(id, two, three);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  One            1 × 30.00  30.00
    2024-04-21  2024-04-21 → 2024-05-01  Three  1 × 90.00 × 10/30  30.00
    2024-05-01  2024-05-01 → 2024-06-01  Three          1 × 90.00  90.00
  `);
});

test("usage is billed under every policy, split where its price changed (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.metric("API calls");
  const cheap = await story.usage("Cheap calls", { unit: "0.10" }, { metrics: [calls] });
  const dear = await story.usage("Dear calls", { unit: "0.20" }, { metrics: [calls] });
  const { id } = await story.subscribe({ prices: [cheap] });
  await story.use("api_calls", 100, "2024-04-15T23:59:59");
  await story.use("api_calls", 50, "2024-04-16"); // the day of the change belongs to the new price
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, { update: [{ priceId: cheap, newPriceId: dear }], proration: "none" });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-05-01  2024-04-01 → 2024-04-16  Cheap calls  100 × 0.10  10.00
                2024-04-16 → 2024-05-01  Dear calls    50 × 0.20  10.00
                                                           total  20.00
  `);
});

test.each([
  ["none", ["2024-01-01 29.00", "2024-02-01 29.00", "2024-03-01 58.00"]],
  ["charge_only", ["2024-01-01 29.00", "2024-02-01 29.00", "2024-02-20 20.00", "2024-03-01 58.00"]],
])(
  "a change with %s is the same whether it is ordered before or after its month was billed (R-SUB-4)",
  async (proration, expected) => {
    for (const ordered of ["2024-02-10", "2024-01-10"]) {
      const story = await scenario({ start: "2024-01-01" });
      const [small, large] = [await story.fixed("Small", "29.00"), await story.fixed("Large", "58.00")];
      const { id } = await story.subscribe({ prices: [small] });
      await story.advanceTo(ordered);
      await story.change(id, { update: [{ priceId: small, newPriceId: large }], effective: "2024-02-20", proration });
      await story.advanceTo("2024-03-01");
      const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
      expect([ordered, ...totals]).toEqual([ordered, ...expected]);
    }
  },
);
